/** An error as Zoom answers it: a status, a code of its own, a sentence, and the invalid fields. */
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
