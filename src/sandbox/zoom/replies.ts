export class ZoomError extends Error {
  readonly status: number;
  readonly body: object;
  readonly headers: Record<string, string>;

  constructor(status: number, code: number, message: string, more: object = {}, headers = {}) {
    super(message);
    this.status = status;
    this.body = { code, message, ...more };
    this.headers = headers;
  }
}

export function invalid(field: string, message: string): ZoomError {
  return new ZoomError(400, 300, 'Validation Failed.', { errors: [{ field, message }] });
}

export function unknownMeeting(id: string): ZoomError {
  return new ZoomError(404, 3001, `Meeting does not exist: ${id}.`);
}

/** Zoom's times have no milliseconds. */
export function zoomTime(at: Date | number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** Returns one page of a list and a token for the next page. On the last page, the token is empty. */
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
