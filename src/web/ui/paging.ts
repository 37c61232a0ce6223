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
