import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './styles.ts';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  isSortable?: boolean;
  /**
   * Where the value appears in the card that replaces the row on narrow screens: in the title, below the title, before
   * the other labeled values, on its own line without a label, or not at all.
   */
  onPhone?: 'title' | 'subtitle' | 'early' | 'line' | 'hidden';
  /** Hidden in tables on screens below 1280 px, which don't have room for all columns. Cards still show the value. */
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
  isStale?: boolean;
  /** Rows with the same group share a heading. */
  groupOf?: (row: Row) => string;
  /** A line above the first group. */
  note?: string | undefined;
  /** On narrow screens, the values share a line and have no labels. */
  isCompact?: boolean;
}

export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { caption, columns, rows, sort, onSort, isStale = false } = props;
  const { groupOf = () => '', note, isCompact = false } = props;
  const { body, card } = isCompact ? compact : cards;
  return (
    <div
      data-compact={isCompact || undefined}
      className="lg:overflow-x-auto lg:rounded-card lg:border lg:border-line lg:bg-card lg:shadow-card"
    >
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
        {[...new Set([...(note ? [note] : []), ...rows.map(groupOf)])].map((heading) => (
          <tbody key={heading} className={body}>
            {heading && (
              <tr
                className={classNames(
                  heading === note ? 'text-ink' : 'bg-neutral-soft/40 text-muted',
                  'max-lg:block lg:border-line lg:border-t',
                )}
              >
                <th
                  scope="rowgroup"
                  colSpan={columns.length}
                  className={`px-4 ${heading === note ? 'py-4' : 'py-1'} font-medium text-sm max-lg:block`}
                >
                  {heading}
                </th>
              </tr>
            )}
            {rows
              .filter((row) => groupOf(row) === heading)
              .map((row) => (
                <tr key={row.id} className={classNames(card, 'lg:border-line lg:border-t')}>
                  {columns.map((column) => (
                    <Cell key={column.name} column={column} row={row} />
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

const cards = {
  body: 'max-lg:grid max-lg:gap-3 md:max-lg:grid-cols-2',
  card: 'max-lg:flex max-lg:flex-wrap max-lg:content-start max-lg:gap-x-4 max-lg:gap-y-2.5 max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-card max-lg:p-4 max-lg:shadow-card max-lg:before:order-2 max-lg:before:-mb-2.5 max-lg:before:w-full',
};

const compact = {
  body: 'max-lg:mb-3 max-lg:block max-lg:overflow-hidden max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-card max-lg:shadow-card',
  card: 'max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-2 max-lg:border-line max-lg:px-4 max-lg:py-1.5 max-lg:not-first:border-t',
};

const named =
  'max-lg:before:block max-lg:before:font-normal max-lg:before:text-muted max-lg:before:text-sm max-lg:before:content-[attr(data-name)]';

const half = 'max-lg:w-[calc(50%-0.5rem)]';

const phoneStyles = {
  title: 'font-medium max-lg:order-1 max-lg:-mr-3 max-lg:font-semibold',
  subtitle: 'max-lg:order-2 max-lg:w-full',
  early: `max-lg:order-3 ${half} ${named}`,
  line: 'max-lg:order-4 max-lg:w-full',
  half: `max-lg:order-4 ${half} ${named} max-lg:in-data-compact:order-1 max-lg:in-data-compact:w-auto max-lg:in-data-compact:before:hidden`,
  hidden: 'max-lg:hidden',
};

const padding = 'lg:px-2 lg:first:pl-4 lg:last:pr-4 xl:px-3 xl:first:pl-4 xl:last:pr-4';
const wideOnly = 'lg:max-xl:hidden';

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { name, cell, onPhone = 'half', isForWideTable, className } = column;
  return (
    <td
      data-name={name}
      className={classNames(
        'min-w-0 lg:h-11 lg:py-1 lg:text-sm',
        padding,
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
    'font-semibold text-sm lg:h-9',
    padding,
    canSort ? 'max-lg:block' : 'max-lg:hidden',
    direction ? 'text-ink' : 'text-muted',
    isForWideTable && wideOnly,
  );
  const Arrow = direction ? arrows[direction] : ArrowUpDown;
  return (
    <th scope="col" aria-sort={canSort ? (direction ?? 'none') : undefined} className={className}>
      {canSort ? (
        <button
          type="button"
          onClick={() => onSort(name)}
          className="-mx-1.5 inline-flex min-h-11 items-center gap-1 whitespace-nowrap rounded-control px-1.5 hover:text-ink pointer-fine:min-h-8"
        >
          {name}
          <Arrow
            aria-hidden
            className={classNames('size-4 shrink-0', direction ? 'text-accent' : 'opacity-60')}
          />
        </button>
      ) : (
        name
      )}
    </th>
  );
}
