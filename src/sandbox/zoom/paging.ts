import { invalid } from './refusal.ts';

type Query = Record<string, string | undefined>;

interface Page<Item> {
  items: Item[];
  total: number;
  size: number;
  next: string;
}

/** Zoom hands out lists by the page and a token for the next one; the last page's token is empty. */
export function readPage<Item>(all: Item[], query: Query): Page<Item> {
  const size = Number(query.page_size ?? 30);
  if (!Number.isInteger(size) || size < 1 || size > 300) {
    throw invalid('page_size', 'Invalid field.');
  }
  const start = Number(Buffer.from(query.next_page_token ?? '', 'base64url').toString() || 0);
  const items = all.slice(start, start + size);
  const isLast = start + size >= all.length;
  const next = isLast ? '' : Buffer.from(String(start + size)).toString('base64url');
  return { items, total: all.length, size, next };
}

export function writePage<Item>(
  { items, total, size, next }: Page<Item>,
  list: string,
  describe: (item: Item) => object,
) {
  return {
    page_count: Math.ceil(total / size),
    page_size: size,
    total_records: total,
    next_page_token: next,
    [list]: items.map(describe),
  };
}
