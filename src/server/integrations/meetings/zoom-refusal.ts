import { z } from 'zod';
import { type Received, readJson, readRetryAfter, secondsUntilNextUtcDay } from '../read-answer.ts';
import { MeetingsProblem } from './port.ts';

/** Zoom's own errors have this shape. A proxy's error page doesn't. */
const refusal = z.object({
  code: z.number(),
  message: z.string(),
  errors: z
    .array(z.object({ field: z.string().nullish(), message: z.string().nullish() }))
    .nullish(),
});
export type ZoomRefusal = z.infer<typeof refusal>;

export function readRefusal(text: string): ZoomRefusal | undefined {
  return refusal.safeParse(readJson(text)).data;
}

const goneCodes = [300, 3001];
const endedCode = 3007;
const fullCode = 3043;
const gone = /(not found or has expired|does not exist)/;
const goneRegistrant = /^Registrant .* was not found/;
const closedRegistration =
  /^(Registration has not been enabled|This meeting has not set registration as required)/;

/**
 * For missing objects, Zoom uses status 300, 400 or 404. Often, only the message distinguishes these errors from
 * others.
 */
export function isGone({ status }: Received, { code, message }: ZoomRefusal): boolean {
  if (status === 404) {
    return goneCodes.includes(code) || (code === 404 && closedRegistration.test(message));
  }
  if (status !== 300 && status !== 400) return false;
  if (code === 3001 || code === endedCode || goneRegistrant.test(message)) return true;
  if (code !== 300 && code !== 404) return false;
  return gone.test(message) || closedRegistration.test(message);
}

export const missingScopeCodes = [104, 4700, 4711];
export const isUnknownUser = ({ code }: ZoomRefusal) => code === 1001 || code === 1010;

type Stops = MeetingsProblem['stops'];
const missingScope: [string, Stops] = [
  'The Zoom app is missing a scope (the Setup page shows which one)',
  'calls like this',
];
export const unknownHost: [string, Stops] = [
  'Zoom can’t find this class’s host',
  'calls like this for this host',
];
const operatorFaults: Record<number, [string, Stops]> = {
  ...Object.fromEntries(missingScopeCodes.map((code) => [code, missingScope])),
  1001: unknownHost,
  1010: unknownHost,
  3161: ['The host isn’t allowed to hold Zoom meetings', 'calls like this for this host'],
  200: ['The Zoom plan or the host’s license doesn’t allow this', 'calls like this for this host'],
};

const runningCodes = [3002];
const running = /^You cannot update or delete meetings that have started/;

const perSecondWaitSeconds = 2;
const unknownWaitSeconds = 60;
const runningWaitSeconds = 10 * 60;

/**
 * Matches errors about daily limits, which reset at midnight UTC. Some of these errors have neither a rate limit header
 * nor status 429.
 */
const byTheDay = /(in one day|daily rate limit|GMT 00:00:00)/i;
const ofMeetings = /(created\/updated|create\/update)/i;

export function isPerSecondLimit({ status, headers }: Received): boolean {
  return status === 429 && headers.get('x-ratelimit-type') === 'QPS';
}

export function toProblem(received: Received, said: ZoomRefusal | undefined, now: Date) {
  const { status, headers } = received;
  const reason = reasonOf(status, said);
  const wait = readRetryAfter(headers, now);
  const isLimit = status === 429 || said?.code === 300;
  if (said && isLimit && byTheDay.test(said.message)) {
    const isOfMeetings = ofMeetings.test(said.message);
    const stops = isOfMeetings ? 'writes for this host' : null;
    const sentence = isOfMeetings
      ? 'Zoom won’t let us create or change any more meetings for this host today'
      : 'Zoom won’t accept any more changes to this registrant today';
    const seconds = wait ?? secondsUntilNextUtcDay(now);
    return new MeetingsProblem('busy', `${sentence}. ${reason}`, seconds, stops);
  }
  if (status === 429) {
    const seconds = isPerSecondLimit(received) ? perSecondWaitSeconds : unknownWaitSeconds;
    return new MeetingsProblem('busy', reason, wait ?? seconds);
  }
  if (status >= 500) return new MeetingsProblem('down', reason, wait);
  if (status === 401) {
    return operatorProblem('Zoom doesn’t accept the app’s keys', reason, 'everything');
  }
  // The response isn't one of Zoom's own errors, so the problem may be temporary.
  if (!said) return new MeetingsProblem('down', reason);
  if (runningCodes.includes(said.code) || running.test(said.message)) {
    return new MeetingsProblem('busy', reason, runningWaitSeconds);
  }
  const [sentence, stops] = operatorFaults[said.code] ?? [];
  if (sentence && stops) return operatorProblem(sentence, reason, stops);
  if (status === 403) {
    return operatorProblem('Zoom doesn’t allow the app to do this', reason, 'calls like this');
  }
  // A 404 that isn't about a Zoom object may be temporary.
  const isTemporary = status === 404 && said.code !== fullCode;
  return new MeetingsProblem(isTemporary ? 'down' : 'refused', reason);
}

function operatorProblem(sentence: string, reason: string, stops: Stops): MeetingsProblem {
  return new MeetingsProblem('operator', `${sentence}. ${reason}`, undefined, stops);
}

function reasonOf(status: number, said: ZoomRefusal | undefined): string {
  if (!said) return `Zoom returned ${status} without a reason`;
  const fields = (said.errors ?? []).map(({ field, message }) =>
    [field, message].filter(Boolean).join(': '),
  );
  const about = fields.length > 0 ? ` (${fields.join('; ')})` : '';
  return `Zoom returned ${status} (${said.code}): ${said.message}${about}`;
}
