import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { DomainError } from '../platform/errors.ts';
import { countSignIn, type SignInStep } from '../platform/metrics.ts';
import type { Settings } from '../platform/settings.ts';
import { keyedHash } from '../platform/tokens.ts';
import { identifierHash, readIdentifier } from './identifier.ts';
import { senderOf } from './limits.ts';
import type { SignedIn } from './spend-token.ts';

export type RequestOutcome = 'requested' | 'limited';

type StepResult = SignedIn | { confirmAs: string } | RequestOutcome;

interface Attempt {
  step: SignInStep;
  outcome: string;
  personId?: number | undefined;
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

export async function logSignIn<Result extends StepResult>(
  settings: Settings,
  { log, ip }: FastifyRequest,
  attempt: Pick<Attempt, 'step' | 'typed'>,
  act: () => Promise<Result>,
): Promise<Result> {
  const note = (outcome: string, personId?: number) =>
    noteSignIn({ settings, log }, { ...attempt, ip, outcome, personId });
  try {
    const result = await act();
    const ended: StepResult = result;
    if (typeof ended === 'string') note(ended);
    else if ('confirmAs' in ended) note('asked-to-confirm');
    else note(ended.session ? 'signed-in' : 'already-signed-in', ended.person.id);
    return result;
  } catch (error) {
    note(error instanceof DomainError ? nameFailure(error) : 'error');
    throw error;
  }
}

function nameFailure({ name, details }: DomainError): string {
  if (name === 'too-many-attempts') return 'limited';
  const { current } = (details ?? {}) as { current?: { state: string } };
  return current ? `link-${current.state}` : name;
}
