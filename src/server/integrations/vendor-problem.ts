import { maskContacts } from '../platform/log.ts';

/** Why a vendor did not do what it was asked for; each port says which kinds there are. */
export class VendorProblem<Kind extends string> extends Error {
  readonly kind: Kind;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: Kind, reason: string, retryAfterSeconds?: number) {
    super(maskContacts(reason));
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
