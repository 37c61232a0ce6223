import type { ComponentProps, ReactNode } from 'react';
import { LoadedList } from '../ui/loaded-list.tsx';

interface AccountListProps
  extends Pick<ComponentProps<typeof LoadedList>, 'query' | 'what' | 'emptyText'> {
  entries:
    | { id: number | string; title: string; lines: string[]; actions: ReactNode }[]
    | undefined;
}

export function AccountList({ entries, ...list }: AccountListProps) {
  return (
    <div className="my-3">
      <LoadedList count={entries?.length} {...list}>
        <ul aria-label={list.what} className="divide-y divide-line">
          {entries?.map(({ id, title, lines, actions }) => (
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
      </LoadedList>
    </div>
  );
}
