import { maskContacts } from './log.ts';

/** A failed call to a vendor. Each port defines its own kinds. */
export class VendorProblem<Kind extends string> extends Error {
  readonly kind: Kind;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: Kind, reason: string, retryAfterSeconds?: number) {
    super(maskContacts(reason));
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
