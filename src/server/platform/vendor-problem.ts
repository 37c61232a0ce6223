import { maskContacts } from './log.ts';

export class VendorProblem<Kind extends string> extends Error {
  readonly kind: Kind;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: Kind, reason: string, retryAfterSeconds?: number) {
    super(maskContacts(reason));
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
