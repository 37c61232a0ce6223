import { Button } from './button.tsx';

interface PagerProps {
  page: number;
  pages: number;
  onTurn: (page: number) => void;
}

export function Pager({ page, pages, onTurn }: PagerProps) {
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-end gap-3">
      <p aria-live="polite" className="mr-auto text-muted text-sm sm:mr-0">
        Page {page} of {pages}
      </p>
      <Button variant="outline" size="small" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        Previous
      </Button>
      <Button
        variant="outline"
        size="small"
        disabled={page >= pages}
        onClick={() => onTurn(page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}

export interface PageOf<Row> {
  rows: Row[];
  page: number;
  pages: number;
}

/** One page of a list; a page beyond the ends is the nearest one there is. */
export function pageOf<Row>(list: readonly Row[], wanted: number, size: number): PageOf<Row> {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const page = Math.min(Math.max(wanted, 1), pages);
  return { rows: list.slice((page - 1) * size, page * size), page, pages };
}
