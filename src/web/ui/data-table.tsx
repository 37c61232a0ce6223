import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './styles.ts';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  isSortable?: boolean;
  /**
   * Where the value appears in the card that replaces the row on phones: in the title, below the title, before the
   * other labeled values, or on its own line without a label.
   */
  onPhone?: 'title' | 'subtitle' | 'early' | 'line';
  /** Hidden between 1024 and 1280 px, where there isn't enough room for all columns. */
  isForWideTable?: boolean;
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
  sort?: Sort | undefined;
  onSort?: (column: string) => void;
  /** True while new rows are loading. The old rows stay visible. */
  isStale?: boolean;
}

/** On narrow screens, each row is a card of labeled values. */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { caption, columns, rows, sort, onSort, isStale = false } = props;
  return (
    <div className="lg:overflow-x-auto lg:rounded-card lg:border lg:border-line lg:bg-card lg:shadow-card">
      <table
        aria-busy={isStale}
        className={classNames(
          'w-full text-left max-lg:block',
          isStale && 'opacity-60 transition-opacity delay-150',
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className={onSort ? 'max-lg:block' : 'max-lg:hidden'}>
          <tr className="max-lg:mb-3 max-lg:flex max-lg:flex-wrap max-lg:gap-x-4 lg:bg-neutral-soft/60">
            {columns.map((column) => (
              <HeaderCell key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:grid max-lg:gap-3 md:max-lg:grid-cols-2">
          {rows.map((row) => (
            <tr key={row.id} className={classNames(card, 'lg:border-line lg:border-t')}>
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

/** The pseudo-element starts a new line after the title. */
const card =
  'max-lg:flex max-lg:flex-wrap max-lg:content-start max-lg:gap-x-4 max-lg:gap-y-2.5 max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-card max-lg:p-4 max-lg:shadow-card max-lg:before:order-2 max-lg:before:-mb-2.5 max-lg:before:w-full';

const named =
  'max-lg:before:block max-lg:before:font-normal max-lg:before:text-muted max-lg:before:text-xs max-lg:before:content-[attr(data-name)]';

const half = 'max-lg:w-[calc(50%-0.5rem)]';

const phoneStyles = {
  title: 'max-lg:order-1 max-lg:-mr-3 max-lg:font-semibold',
  subtitle: 'max-lg:order-2 max-lg:w-full',
  early: `max-lg:order-3 ${half} ${named}`,
  line: 'max-lg:order-4 max-lg:w-full',
  half: `max-lg:order-4 ${half} ${named}`,
};

const wideOnly = 'lg:max-xl:hidden';

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { name, cell, onPhone = 'half', isForWideTable, className } = column;
  return (
    <td
      data-name={name}
      className={classNames(
        'min-w-0 lg:h-11 lg:px-2 lg:py-1 lg:text-[0.9375rem] lg:first:pl-4 lg:last:pr-4 xl:px-3',
        phoneStyles[onPhone],
        isForWideTable && wideOnly,
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

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const { name, isSortable, isForWideTable } = column;
  const canSort = isSortable && onSort !== undefined;
  const direction = canSort && sort?.column === name ? sort.direction : undefined;
  const className = classNames(
    'font-semibold text-muted text-sm lg:px-2 lg:py-2 lg:first:pl-4 lg:last:pr-4 xl:px-3',
    canSort ? 'max-lg:block' : 'max-lg:hidden',
    isForWideTable && wideOnly,
  );
  const Arrow = direction ? arrows[direction] : ArrowUpDown;
  if (!canSort)
    return (
      <th scope="col" className={className}>
        {name}
      </th>
    );
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={className}>
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
