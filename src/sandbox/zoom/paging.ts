/** Zoom hands out lists by the page, with a token for the next one; the last page's token is empty. */
export function pageOf<Item>(
  all: Item[],
  query: Record<string, string | undefined>,
  list: string,
  describe: (item: Item) => object,
) {
  const size = Number(query.page_size ?? 30);
  const start = Number(Buffer.from(query.next_page_token ?? '', 'base64url').toString() || 0);
  const end = start + size;
  return {
    page_count: Math.ceil(all.length / size),
    page_size: size,
    total_records: all.length,
    next_page_token: end < all.length ? Buffer.from(String(end)).toString('base64url') : '',
    [list]: all.slice(start, end).map(describe),
  };
}
