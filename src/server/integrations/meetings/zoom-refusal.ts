import { z } from 'zod';
import { readJson } from '../read-answer.ts';
import { readRetryAfter, secondsUntilNextUtcDay } from '../retry-after.ts';
import { MeetingsProblem } from './port.ts';

export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** How Zoom itself says no; a proxy's page is not of this form. */
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

/** Zoom's codes for a meeting that does not exist, or has expired. */
const goneCodes = [300, 3001];
/** A meeting that is over needs not be removed. */
const endedCode = 3007;
const gone = /(not found or has expired|does not exist)/;
const goneRegistrant = /^Registrant .* was not found/;
const closedRegistration =
  /^(Registration has not been enabled|This meeting has not set registration as required)/;

/** Zoom tells some of it with a status of 300 or 400 as well, and then only the words differ from other refusals. */
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
const unknownUserCodes = [1001, 1010];
export const isUnknownUser = ({ code }: ZoomRefusal) => unknownUserCodes.includes(code);
const noHostingCode = 3161;
const noPermissionCode = 200;
/** Of a meeting that runs: changes and removal have to wait until it is over. */
const runningCodes = [3002];
const running = /^You cannot update or delete meetings that have started/;

const perSecondWaitSeconds = 2;
const unknownWaitSeconds = 60;
const runningWaitSeconds = 10 * 60;

/** The limits by the day end at midnight in UTC, and are not always told with a header, nor with a status of 429. */
const byTheDay = /(in one day|daily rate limit|GMT 00:00:00)/i;
const ofMeetings = /(created\/updated|create\/update)/i;

export function isPerSecondLimit({ status, headers }: Received): boolean {
  return status === 429 && headers.get('x-ratelimit-type') === 'QPS';
}

/** What a refusal means for whoever asked, and for others who would ask the same. */
export function toProblem(
  received: Received,
  said: ZoomRefusal | undefined,
  now: Date,
): MeetingsProblem {
  const { status, headers } = received;
  const words = wordsOf(status, said);
  const wait = readRetryAfter(headers, now);
  const isLimit = status === 429 || said?.code === 300;
  if (said && isLimit && byTheDay.test(said.message)) {
    const isOfMeetings = ofMeetings.test(said.message);
    const stops = isOfMeetings ? 'writes of the host' : null;
    const sentence = isOfMeetings
      ? 'Zoom won’t create or change more meetings for this host today'
      : 'Zoom won’t accept more changes to this registrant today';
    const seconds = wait ?? secondsUntilNextUtcDay(now);
    return new MeetingsProblem('busy', `${sentence}. ${words}`, seconds, stops);
  }
  if (status === 429) {
    const seconds = isPerSecondLimit(received) ? perSecondWaitSeconds : unknownWaitSeconds;
    return new MeetingsProblem('busy', words, wait ?? seconds);
  }
  if (status >= 500) return new MeetingsProblem('down', words, wait);
  if (status === 401) {
    return operatorProblem('Zoom does not accept the app’s keys', words, 'everything');
  }
  // Only Zoom's own no is final. A page of something on the way is not.
  if (!said) return new MeetingsProblem('down', words);
  if (runningCodes.includes(said.code) || running.test(said.message)) {
    return new MeetingsProblem('busy', words, runningWaitSeconds);
  }
  const about = operatorFaultOf(said.code);
  if (about) return operatorProblem(about.sentence, words, about.stops);
  if (status === 403) {
    return operatorProblem('Zoom does not let the app do this', words, 'such calls');
  }
  // Nor is a 404 that names nothing of Zoom's.
  return new MeetingsProblem(status === 404 ? 'down' : 'refused', words);
}

function operatorFaultOf(code: number) {
  if (missingScopeCodes.includes(code)) {
    return {
      sentence: 'The Zoom app lacks a scope (the Setup page says which)',
      stops: 'such calls',
    } as const;
  }
  if (unknownUserCodes.includes(code)) {
    return {
      sentence: 'Zoom does not know the host of this class',
      stops: 'such calls of the host',
    } as const;
  }
  if (code === noHostingCode) {
    return {
      sentence: 'The host is not allowed to hold Zoom meetings',
      stops: 'such calls of the host',
    } as const;
  }
  if (code === noPermissionCode) {
    return {
      sentence: 'The Zoom plan or the host’s license does not allow this',
      stops: 'such calls of the host',
    } as const;
  }
  return null;
}

function operatorProblem(
  sentence: string,
  words: string,
  stops: MeetingsProblem['stops'],
): MeetingsProblem {
  return new MeetingsProblem('operator', `${sentence}. ${words}`, undefined, stops);
}

function wordsOf(status: number, said: ZoomRefusal | undefined): string {
  if (!said) return `Zoom answered ${status}: no reason given`;
  const fields = (said.errors ?? []).map(({ field, message }) =>
    [field, message].filter(Boolean).join(': '),
  );
  const about = fields.length > 0 ? ` (${fields.join('; ')})` : '';
  return `Zoom answered ${status} (${said.code}): ${said.message}${about}`;
}
