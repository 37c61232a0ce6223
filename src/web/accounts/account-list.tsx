import { type ComponentProps, type ReactNode, useState } from 'react';
import { SmallButton } from '../ui/button.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';

interface AccountListProps
  extends Pick<ComponentProps<typeof LoadedList>, 'query' | 'what' | 'emptyText'> {
  entries:
    | { id: number | string; title: string; lines: string[]; actions: ReactNode }[]
    | undefined;
}

export function AccountList({ entries, ...list }: AccountListProps) {
  const [limit, setLimit] = useState(3);
  return (
    <div className="my-3">
      <LoadedList count={entries?.length} {...list}>
        <ul aria-label={list.what} className="divide-y divide-line">
          {entries?.slice(0, limit).map(({ id, title, lines, actions }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-3">
              <div>
                <p className="wrap-anywhere font-semibold">{title}</p>
                {lines.map((line) => (
                  <p key={line} className="text-muted text-sm">
                    {line}
                  </p>
                ))}
              </div>
              <div className="ml-auto flex flex-wrap gap-2">{actions}</div>
            </li>
          ))}
        </ul>
        {entries && entries.length > limit && (
          <SmallButton variant="plain" className="-ml-3.5" onClick={() => setLimit(entries.length)}>
            Show All
          </SmallButton>
        )}
      </LoadedList>
    </div>
  );
}
