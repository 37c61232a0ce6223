import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './styles.ts';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  isSortable?: boolean;
  /**
   * On a phone, where a row becomes a card of named values, two to a line: first of all and without its
   * name, before the others, or a whole line that needs no name.
   */
  onPhone?: 'title' | 'early' | 'line';
  className?: string;
}

export interface Sort {
  column: string;
  direction: 'ascending' | 'descending';
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  sort?: Sort;
  onSort?: (column: string) => void;
  /** Others are on their way: these are shown until they come. */
  isStale?: boolean;
}

/** A table on wide screens; on narrower ones each row is a card of named values. */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { caption, columns, rows, sort, onSort, isStale = false } = props;
  return (
    <div className="xl:overflow-x-auto xl:rounded-card xl:border xl:border-line xl:bg-card xl:shadow-card">
      <table
        aria-busy={isStale}
        className={classNames(
          'w-full text-left max-xl:block',
          isStale && 'opacity-60 transition-opacity delay-150',
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className={onSort ? 'max-xl:block' : 'max-xl:hidden'}>
          <tr className="max-xl:mb-3 max-xl:flex max-xl:flex-wrap max-xl:gap-x-4 xl:bg-neutral-soft/60">
            {columns.map((column) => (
              <HeaderCell key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="max-xl:grid max-xl:gap-3 md:max-xl:grid-cols-2 lg:max-xl:grid-cols-3">
          {rows.map((row) => (
            <tr
              key={row.id}
              className="max-xl:grid max-xl:grid-cols-2 max-xl:content-start max-xl:gap-x-4 max-xl:gap-y-2.5 max-xl:rounded-card max-xl:border max-xl:border-line max-xl:bg-card max-xl:p-4 max-xl:shadow-card xl:border-line xl:border-t"
            >
              {columns.map((column) => (
                <Cell key={column.name} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const named =
  'max-xl:before:block max-xl:before:font-normal max-xl:before:text-muted max-xl:before:text-xs max-xl:before:content-[attr(data-name)]';

const phoneStyles = {
  title: 'max-xl:order-first max-xl:col-span-2 max-xl:font-semibold',
  early: `max-xl:-order-1 ${named}`,
  line: 'max-xl:col-span-2',
  half: named,
};

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { name, cell, onPhone = 'half', className } = column;
  return (
    <td
      data-name={name}
      className={classNames(
        'min-w-0 xl:px-3 xl:py-2.5 xl:text-[0.9375rem] xl:first:pl-4 xl:last:pr-4',
        phoneStyles[onPhone],
        className,
      )}
    >
      {cell(row)}
    </td>
  );
}

interface HeaderCellProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((column: string) => void) | undefined;
}

const arrows = { ascending: ArrowUp, descending: ArrowDown };

function HeaderCell<Row>({ column: { name, isSortable }, sort, onSort }: HeaderCellProps<Row>) {
  const look = 'font-semibold text-muted text-sm xl:px-3 xl:py-2 xl:first:pl-4 xl:last:pr-4';
  if (!isSortable || !onSort) {
    return (
      <th scope="col" className={classNames(look, 'max-xl:hidden')}>
        {name}
      </th>
    );
  }
  const direction = sort?.column === name ? sort.direction : undefined;
  const Arrow = direction ? arrows[direction] : ArrowUpDown;
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={classNames(look, 'max-xl:block')}>
      <button
        type="button"
        onClick={() => onSort(name)}
        className={classNames(
          '-mx-1.5 inline-flex min-h-11 items-center gap-1 whitespace-nowrap rounded-control px-1.5 hover:text-ink pointer-fine:min-h-8',
          direction && 'text-ink',
        )}
      >
        {name}
        <Arrow
          aria-hidden
          className={classNames('size-4 shrink-0', direction ? 'text-accent' : 'opacity-60')}
        />
      </button>
    </th>
  );
}
