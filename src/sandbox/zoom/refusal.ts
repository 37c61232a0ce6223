/** Zoom's way of saying no: a status, a code of its own, a sentence, and the fields at fault. */
export class ZoomRefusal extends Error {
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

export function invalid(field: string, message: string): ZoomRefusal {
  return new ZoomRefusal(400, 300, 'Validation Failed.', { errors: [{ field, message }] });
}

export function unknownMeeting(id: string): ZoomRefusal {
  return new ZoomRefusal(404, 3001, `Meeting does not exist: ${id}.`);
}
