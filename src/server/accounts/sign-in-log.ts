import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { DomainError } from '../platform/errors.ts';
import { countSignIn, type SignInStep } from '../platform/metrics.ts';
import { keyedHash } from '../platform/tokens.ts';
import type { Settings } from '../settings.ts';
import { identifierHash, readIdentifier } from './identifier.ts';
import { senderOf } from './limits.ts';
import type { SignedIn } from './spend-token.ts';

/** What happened to a request for a link: `requested` doesn’t say whether there is an account. */
export type RequestOutcome = 'requested' | 'limited';

interface Attempt {
  step: SignInStep;
  outcome: string;
  personId?: number | undefined;
  /** The email or phone number. */
  typed?: string | undefined;
  ip?: string | undefined;
}

/** Logs and counts an attempt. Emails, phone numbers and IP addresses appear only as hashes made with `LINK_KEY`. */
export function noteSignIn(
  { settings, log }: { settings: Settings; log: FastifyBaseLogger },
  { step, outcome, personId, typed, ip }: Attempt,
): void {
  countSignIn(step, outcome);
  const identifier = typed === undefined ? null : readIdentifier(typed);
  const facts = {
    ...{ step, outcome, personId },
    identifier: identifier && shorten(identifierHash(settings, identifier)),
    sender: ip && shorten(keyedHash(settings.linkKey, senderOf(ip))),
  };
  log.info(facts, 'sign-in attempt');
}

const shorten = (hash: Buffer) => hash.toString('base64url').slice(0, 12);

/** Runs one step of signing in, and logs how it ended. */
export async function logSignIn<Result extends SignedIn | { confirmAs: string } | RequestOutcome>(
  settings: Settings,
  { log, ip }: FastifyRequest,
  attempt: Pick<Attempt, 'step' | 'typed'>,
  act: () => Promise<Result>,
): Promise<Result> {
  const note = (facts: Pick<Attempt, 'outcome' | 'personId'>) =>
    noteSignIn({ settings, log }, { ip, ...attempt, ...facts });
  try {
    const result = await act();
    note(factsOf(result));
    return result;
  } catch (error) {
    note({ outcome: nameFailure(error) });
    throw error;
  }
}

function factsOf(result: SignedIn | { confirmAs: string } | RequestOutcome) {
  if (typeof result === 'string') return { outcome: result };
  if ('confirmAs' in result) return { outcome: 'asked-to-confirm' };
  const outcome = result.session ? 'signed-in' : 'already-signed-in';
  return { outcome, personId: result.person.id };
}

function nameFailure(error: unknown): string {
  if (!(error instanceof DomainError)) return 'error';
  if (error.name === 'too-many-attempts') return 'limited';
  const { current } = (error.details ?? {}) as { current?: { state: string } };
  return current ? `link-${current.state}` : error.name;
}
