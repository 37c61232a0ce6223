import { Fragment } from 'react';

/** Formats North American numbers as '(202) 555-0102' and leaves others in international format. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}

export const roleNames = {
  student: 'Student',
  alumni: 'Alumni',
  teacher: 'Teacher',
  admin: 'Admin',
};

export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a
      href={`tel:${phone}`}
      className="whitespace-nowrap pointer-coarse:py-3.5 underline-offset-3 hover:underline"
    >
      {formatPhone(phone)}
    </a>
  );
}

/** Parts of an email address that are longer than this may break anywhere, so that tables don't get too wide. */
const longestUnbroken = 28;

export function Email({ address }: { address: string }) {
  return address.split(/(?<=@)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change order
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span className={part.length > longestUnbroken ? 'wrap-anywhere' : 'whitespace-nowrap'}>
        {part}
      </span>
    </Fragment>
  ));
}
