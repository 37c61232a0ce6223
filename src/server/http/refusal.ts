/** An answer that is not a failure of ours: its sentence is meant for the person who asked. */
export class Refusal extends Error {
  readonly status: number;
  /** The field of the form that the sentence is about, where there is one. */
  readonly field: string | undefined;

  constructor(status: number, sentence: string, field?: string) {
    super(sentence);
    this.status = status;
    this.field = field;
  }
}
