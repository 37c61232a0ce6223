import { Fragment } from 'react';

/** Longer parts would push everything else out of a table. */
const longestWhole = 28;

/** An email address that breaks, where it has to, after its @ and nowhere else. */
export function Email({ address }: { address: string }) {
  return address.split(/(?<=@)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address stay where they are
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span className={part.length > longestWhole ? 'wrap-anywhere' : 'whitespace-nowrap'}>
        {part}
      </span>
    </Fragment>
  ));
}
