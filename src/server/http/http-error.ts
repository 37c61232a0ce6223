/** What the HTTP layer itself rejects, before any command is reached; commands throw a `DomainError`. */
export class HttpError extends Error {
  readonly status: number;
  /** The field of the form that the sentence is about, where there is one. */
  readonly field: string | undefined;

  constructor(status: number, sentence: string, field?: string) {
    super(sentence);
    this.status = status;
    this.field = field;
  }
}
