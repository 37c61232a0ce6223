/** An answer that is not a failure of ours: its sentence is meant for the person who asked. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}
