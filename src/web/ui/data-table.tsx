import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './styles.ts';

type CardPlace = keyof typeof cardStyles;

export interface Column<Row> {
  name: string;
  /** If there is no value, returns null: tables show a dash, and cards nothing. */
  cell: (row: Row) => ReactNode;
  isSortable?: boolean;
  /**
   * Where the value appears in the card that replaces the row on narrow screens. First line: title, aside, badge (on
   * the right). Second line: details. Third line: more (with labels), action (on the right). A `line` has its own.
   */
  card?: CardPlace | ((row: Row) => CardPlace);
  /** Shown before the value in cards, instead of the name. */
  cardLabel?: string;
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
}

export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { caption, columns, rows, sort, onSort, isStale = false } = props;
  const { groupOf = () => '', note } = props;
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
          <tr className="max-lg:mb-3 max-lg:flex max-lg:flex-wrap max-lg:gap-x-2 sm:max-lg:gap-x-4 lg:bg-neutral-soft/60">
            {columns.map((column) => (
              <HeaderCell key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {[...new Set([...(note ? [note] : []), ...rows.map(groupOf)])].map((heading) => (
          <tbody
            key={heading}
            className="max-lg:mb-3 max-lg:block max-lg:overflow-hidden max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-card max-lg:shadow-card"
          >
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
                <TableRow key={row.id} columns={columns} row={row} />
              ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

const cardStyles = {
  title: 'font-medium max-lg:order-1 max-lg:font-semibold',
  aside: 'max-lg:order-1 max-lg:ml-1',
  badge: 'max-lg:order-2 max-lg:ml-auto max-lg:pl-2',
  detail:
    "max-lg:order-4 max-lg:text-muted max-lg:text-sm max-lg:after:ml-1 max-lg:after:content-['·'/'']",
  more: 'max-lg:order-6 max-lg:mr-2 max-lg:text-muted max-lg:text-sm',
  action: 'max-lg:order-7 max-lg:ml-auto max-lg:pl-2',
  line: 'max-lg:order-8 max-lg:w-full',
  hidden: 'max-lg:hidden',
};

/** The empty pseudo-elements fill a line each, so that the details and the rest start new ones. */
const rowStyles =
  'max-lg:flex max-lg:flex-wrap max-lg:[reading-flow:flex-visual] max-lg:items-center max-lg:gap-x-1 max-lg:border-line max-lg:px-4 max-lg:py-1.5 max-lg:before:order-3 max-lg:not-first:border-t max-md:after:order-5 max-md:after:w-full lg:border-line lg:border-t';
const label = "max-lg:before:content-[attr(data-label)_'_']";
const padding = 'lg:px-2 lg:first:pl-4 lg:last:pr-4 xl:px-3 xl:first:pl-4 xl:last:pr-4';
const wideOnly = 'lg:max-xl:hidden';

function TableRow<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const cells = columns.map((column) => {
    const content = column.cell(row);
    const place = typeof column.card === 'function' ? column.card(row) : column.card;
    return { ...column, content, card: content === null ? 'hidden' : (place ?? 'detail') };
  });
  const lastTitle = cells.findLast(({ card }) => card === 'title' || card === 'aside');
  const lastDetail = cells.findLast(({ card }) => card === 'detail');
  return (
    <tr className={classNames(rowStyles, lastDetail && 'max-lg:before:w-full')}>
      {cells.map((cell) => (
        <td
          key={cell.name}
          data-name={cell.name}
          data-label={cell.cardLabel ?? `${cell.name}:`}
          className={classNames(
            'min-w-0 lg:h-11 lg:py-1 lg:text-sm',
            padding,
            label,
            !cell.cardLabel && cell.card !== 'more' && 'max-lg:before:sr-only',
            cardStyles[cell.card],
            cell === lastDetail && 'max-lg:mr-2 max-lg:after:hidden',
            cell === lastTitle && 'max-lg:grow',
            cell.isForWideTable && wideOnly,
            cell.className,
          )}
        >
          {cell.content ?? <span className="max-lg:hidden">–</span>}
        </td>
      ))}
    </tr>
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
