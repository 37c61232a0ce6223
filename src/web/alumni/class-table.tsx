import type { ReactNode } from 'react';

const columns = ['Day', 'Date', 'Time', 'Instructor', 'Join'];

/** A table where there is room for one; on a phone each row of it is a card. */
export function ClassTable({ children }: { children: ReactNode }) {
  return (
    <div className="sm:overflow-x-auto sm:rounded-card sm:border sm:border-line sm:bg-card sm:shadow-card">
      <table className="w-full text-left max-sm:block">
        <caption className="sr-only">Upcoming classes</caption>
        <thead className="max-sm:sr-only">
          <tr className="bg-neutral-soft/60">
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                className="px-2 py-2.5 font-semibold text-muted text-sm first:pl-5 last:pr-5"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">{children}</tbody>
      </table>
    </div>
  );
}
