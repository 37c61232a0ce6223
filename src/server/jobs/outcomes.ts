/** Thrown by a job that has to wait through no fault of its own: it costs none of its tries. */
export class TryLater extends Error {
  readonly seconds: number;

  constructor(seconds: number, reason: string) {
    super(reason);
    this.seconds = Math.max(1, Math.ceil(seconds));
  }
}

/** Thrown by a job that no further try can help: it is kept among the dead at once. */
export class GiveUp extends Error {}
