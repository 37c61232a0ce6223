import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './styles.ts';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  isSortable?: boolean;
  /**
   * Where the value appears in the card that replaces the row on narrow screens: in the title, below the title,
   * before the other labeled values, or on its own line without a label.
   */
  onPhone?: 'title' | 'subtitle' | 'early' | 'line' | 'hidden';
  /** Hidden in tables below 1280 px, where there isn't enough room for all columns. */
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
  /** The heading above a row and its neighbors with the same heading. */
  groupOf?: (row: Row) => string;
  /** Becomes a table at 768 px instead of 1024 px. On phones, the values share a line and have no labels. */
  isCompact?: boolean;
}

/** On narrow screens, each row is a card of labeled values. */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { caption, columns, rows, sort, onSort, isStale = false } = props;
  const { groupOf = () => '', isCompact = false } = props;
  const { body, card } = isCompact ? compact : cards;
  return (
    <div
      data-compact={isCompact || undefined}
      className="as-table:overflow-x-auto as-table:rounded-card as-table:border as-table:border-line as-table:bg-card as-table:shadow-card"
    >
      <table
        aria-busy={isStale}
        className={classNames(
          'w-full text-left as-cards:block',
          isStale && 'opacity-60 transition-opacity delay-150',
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className={onSort ? 'as-cards:block' : 'as-cards:hidden'}>
          <tr className="as-cards:mb-3 as-cards:flex as-cards:flex-wrap as-cards:gap-x-4 as-table:bg-neutral-soft/60">
            {columns.map((column) => (
              <HeaderCell key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {[...new Set(rows.map(groupOf))].map((heading) => (
          <tbody key={heading} className={body}>
            {heading && (
              <tr className="bg-neutral-soft/60 as-cards:block as-table:border-line as-table:border-t">
                <th
                  scope="rowgroup"
                  colSpan={columns.length}
                  className="px-4 pt-2 pb-1 font-semibold text-sm as-cards:block"
                >
                  {heading}
                </th>
              </tr>
            )}
            {rows
              .filter((row) => groupOf(row) === heading)
              .map((row) => (
                <tr
                  key={row.id}
                  className={classNames(card, 'as-table:border-line as-table:border-t')}
                >
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

/** The pseudo-element starts a new line after the title. */
const cards = {
  body: 'as-cards:grid as-cards:gap-3 as-cards:md:grid-cols-2',
  card: 'as-cards:flex as-cards:flex-wrap as-cards:content-start as-cards:gap-x-4 as-cards:gap-y-2.5 as-cards:rounded-card as-cards:border as-cards:border-line as-cards:bg-card as-cards:p-4 as-cards:shadow-card as-cards:before:order-2 as-cards:before:-mb-2.5 as-cards:before:w-full',
};

const compact = {
  body: 'as-cards:mb-3 as-cards:block as-cards:overflow-hidden as-cards:rounded-card as-cards:border as-cards:border-line as-cards:bg-card as-cards:shadow-card',
  card: 'as-cards:flex as-cards:flex-wrap as-cards:items-center as-cards:gap-x-2 as-cards:border-line as-cards:px-4 as-cards:py-1.5 as-cards:not-first:border-t',
};

const named =
  'as-cards:before:block as-cards:before:font-normal as-cards:before:text-muted as-cards:before:text-xs as-cards:before:content-[attr(data-name)]';

const half = 'as-cards:w-[calc(50%-0.5rem)]';

const phoneStyles = {
  title: 'as-cards:order-1 as-cards:-mr-3 as-cards:font-semibold',
  subtitle: 'as-cards:order-2 as-cards:w-full',
  early: `as-cards:order-3 ${half} ${named}`,
  line: 'as-cards:order-4 as-cards:w-full',
  half: `as-cards:order-4 ${half} ${named} as-cards:in-data-compact:order-1 as-cards:in-data-compact:w-auto as-cards:in-data-compact:before:hidden`,
  hidden: 'as-cards:hidden',
};

const wideOnly = 'as-table:max-xl:hidden';

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { name, cell, onPhone = 'half', isForWideTable, className } = column;
  return (
    <td
      data-name={name}
      className={classNames(
        'min-w-0 as-table:h-11 as-table:px-1.5 as-table:py-1 as-table:text-sm as-table:first:pl-4 as-table:last:pr-4 as-table:lg:px-2 as-table:lg:text-[0.9375rem] as-table:xl:px-3',
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
    'font-semibold text-muted text-sm as-table:px-1.5 as-table:py-2 as-table:first:pl-4 as-table:last:pr-4 as-table:lg:px-2 as-table:xl:px-3',
    canSort ? 'as-cards:block' : 'as-cards:hidden',
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
