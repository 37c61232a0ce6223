import { and, inArray, lte, sql } from 'drizzle-orm';
import { formatTime } from '../../course/format-time.ts';
import type { Transaction } from '../database/connect.ts';
import { meetingPauses } from '../database/schema.ts';
import { type Meetings, MeetingsProblem } from '../integrations/meetings/port.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { pausedJobs } from './jobs.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue'>;
type Pause = typeof meetingPauses.$inferSelect;
type Call =
  | 'create'
  | 'list'
  | 'change'
  | 'addRegistrant'
  | 'find'
  | 'listRegistrants'
  | 'removeRegistrant'
  | 'remove';

/** What a problem pauses, and of whom, where other hosts go on. */
interface Stopped {
  key: string;
  host?: string;
}

/** How often one job looks whether the operator has mended what it takes. */
const operatorPauseMs = 15 * MINUTE_MS;
/** How long the one that tries may take before another one does. */
const tryMs = MINUTE_MS;
/** How soon the others look again meanwhile: one that just began to wait would not hear of a success. */
const lookAgainSeconds = 5;
/** Jobs that waited for the same hour do not all begin in its first second. */
const spreadSeconds = 120;

const everything = 'everything';
const keyOfCall = (call: string) => `calls: ${call}`;
const keyOfHost = (call: string, host: string) => `calls: ${call} of ${host}`;
const keyOfWrites = (host: string) => `meetings made or changed of ${host}`;
const keyOfRegistrations = (host: string) => `registrations of ${host}`;

/**
 * What the provider refuses to everybody alike is asked for by one job at a time: the others wait, without using up
 * their tries, until that one succeeds.
 */
export function openPauses({ database, clock, queue }: Deps) {
  return {
    /** Runs the work, unless one of the keys is paused. A problem pauses the key that belongs to it. */
    async guard<Result>(
      keys: string[],
      keyOf: (problem: MeetingsProblem) => Stopped | null,
      work: () => Promise<Result>,
    ): Promise<Result> {
      const ours = await claim(keys);
      try {
        const result = await work();
        if (ours.length > 0) await end(ours);
        return result;
      } catch (error) {
        const stopped = error instanceof MeetingsProblem ? keyOf(error) : null;
        if (!stopped) throw error;
        throw await begin(stopped, error as MeetingsProblem);
      }
    },

    /** Of a host whose meetings take no registrations, no further ones are made. */
    whileRegistrationsAreTaken<Result>(host: string, work: () => Promise<Result>): Promise<Result> {
      const key = keyOfRegistrations(host);
      return this.guard(
        [key],
        ({ stops }) => (stops === 'registrations of the host' ? { key, host } : null),
        work,
      );
    },
  };

  /** Throws for what is paused. Of what is due for another try it answers the keys that are the caller's to try. */
  async function claim(keys: string[]): Promise<string[]> {
    const found = await database
      .select()
      .from(meetingPauses)
      .where(inArray(meetingPauses.key, keys));
    if (found.length === 0) return [];
    const now = clock.now();
    const claimed = await database
      .update(meetingPauses)
      .set({ until: new Date(now.getTime() + tryMs) })
      .where(and(inArray(meetingPauses.key, keys), lte(meetingPauses.until, now)))
      .returning({ key: meetingPauses.key });
    const isOurs = new Set(claimed.map(({ key }) => key));
    const other = found.find(({ key }) => !isOurs.has(key));
    if (other) throw problemOf(other, now);
    return [...isOurs];
  }

  async function begin(
    { key, host }: Stopped,
    { message, kind, retryAfterSeconds }: MeetingsProblem,
  ) {
    const now = clock.now();
    const waitMs = retryAfterSeconds === undefined ? operatorPauseMs : retryAfterSeconds * 1000;
    const until = new Date(now.getTime() + waitMs);
    const reason =
      kind === 'busy'
        ? `${asSentence(message)} It is tried again by itself after ${formatTime(until)}.`
        : message;
    const pause: Pause = { key, reason, host: host ?? null, since: now, until };
    await database
      .insert(meetingPauses)
      .values(pause)
      .onConflictDoUpdate({
        target: meetingPauses.key,
        set: { reason, until: sql`greatest(${meetingPauses.until}, excluded.until)` },
      });
    return problemOf(pause, now);
  }

  async function end(keys: string[]) {
    await database.transaction(async (transaction) => {
      await transaction.delete(meetingPauses).where(inArray(meetingPauses.key, keys));
      await queue.hurry(transaction, pausedJobs);
    });
  }
}

export type Pauses = ReturnType<typeof openPauses>;

/** Those of the daily limit are told on each class that waits; the operator's faults once for all. */
const isDaily = ({ key }: Pause) => key.startsWith(keyOfWrites(''));
/** The same in a query. */
export const dailyPauses = sql`starts_with(key, ${keyOfWrites('')})`;

function problemOf(pause: Pause, now: Date): MeetingsProblem {
  const left = pause.until.getTime() - now.getTime();
  const seconds = left <= tryMs ? lookAgainSeconds : left / 1000;
  const spread = Math.random() * Math.min(spreadSeconds, seconds);
  const kind = isDaily(pause) ? 'busy' : 'operator';
  const stops = pause.host && pause.key.startsWith(keyOfCall('')) ? 'such calls of the host' : null;
  return new MeetingsProblem(kind, pause.reason, Math.ceil(seconds + spread), stops);
}

/** The provider as jobs use it. Reports are left to attendance, which has its own way to wait for them. */
export function withPauses(meetings: Meetings, pauses: Pauses): Meetings {
  return {
    ...meetings,
    create: (host, plan) => ask('create', host, () => meetings.create(host, plan)),
    list: (host) => ask('list', host, () => meetings.list(host)),
    change: (host, id, plan) => ask('change', host, () => meetings.change(host, id, plan)),
    addRegistrant: (host, id, guest) =>
      ask('addRegistrant', host, () => meetings.addRegistrant(host, id, guest)),
    find: (host, id) => ask('find', host, () => meetings.find(host, id)),
    remove: (host, id) => ask('remove', host, () => meetings.remove(host, id)),
    listRegistrants: (host, id) =>
      ask('listRegistrants', host, () => meetings.listRegistrants(host, id)),
    removeRegistrant: (host, id, registrantId) =>
      ask('removeRegistrant', host, () => meetings.removeRegistrant(host, id, registrantId)),
  };

  function ask<Result>(call: Call, host: string, work: () => Promise<Result>) {
    const isWrite = call === 'create' || call === 'change';
    const ofHost = [keyOfHost(call, host), ...(isWrite ? [keyOfWrites(host)] : [])];
    const keys = [everything, keyOfCall(call), ...ofHost];
    return pauses.guard(keys, ({ stops }) => stoppedBy(stops, call, host), work);
  }
}

function stoppedBy(stops: MeetingsProblem['stops'], call: Call, host: string): Stopped | null {
  if (stops === null || stops === 'registrations of the host') return null;
  if (stops === 'everything') return { key: everything };
  if (stops === 'such calls') return { key: keyOfCall(call) };
  return { key: stops === 'writes of the host' ? keyOfWrites(host) : keyOfHost(call, host), host };
}

/** For staff: each reason once, the oldest first. */
export async function listPauses(database: Services['database']) {
  const rows = await database.select().from(meetingPauses).orderBy(meetingPauses.since);
  const told = rows.filter((pause) => !isDaily(pause));
  const byReason = new Map(told.map((pause) => [withHost(pause), pause.since]));
  return [...byReason].map(([reason, since]) => ({ reason, since: since.toISOString() }));
}

function withHost({ reason, host }: Pause): string {
  const sentence = asSentence(reason);
  return host ? `${sentence} This concerns the classes of the Zoom user ${host}.` : sentence;
}

/** What Zoom says ends with a full stop or without. */
function asSentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/** Has one job of each try at once, and all others if it succeeds. */
export async function endWaiting(
  { clock, queue }: Pick<Deps, 'clock' | 'queue'>,
  transaction: Transaction,
) {
  await transaction.update(meetingPauses).set({ until: clock.now() });
  await queue.hurry(transaction, pausedJobs);
}
