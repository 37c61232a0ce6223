import { formatTime } from '../../course/format-time.ts';
import { type Meetings, MeetingsProblem } from '../integrations/meetings/port.ts';
import { guard, Held, type Holding } from '../jobs/holds.ts';
import type { VendorServices } from '../platform/services.ts';
import { heldJobs } from './jobs.ts';

const outage = 'zoom outage';
const writesOf = (host: string) => `zoom writes of ${host}`;
const registrationsOf = (host: string) => `zoom registrations of ${host}`;

/**
 * Wraps the provider for jobs. If the provider rejects a call for a reason that affects similar calls, all of those
 * calls go on hold.
 */
export function holdMeetings(services: VendorServices) {
  const { clock, queue, meetings } = services;
  return {
    ...meetings,
    create: (host, plan) => ask('create', host, () => meetings.create(host, plan)),
    list: (host) => ask('list', host, () => meetings.list(host)),
    change: (host, id, plan) => ask('change', host, () => meetings.change(host, id, plan)),
    addRegistrant: (host, id, guest) =>
      ask('addRegistrant', host, () => meetings.addRegistrant(host, id, guest)),
    // Whatever stops single registrants stops these, too, and the other way around.
    addRegistrants: (host, id, guests) =>
      ask('addRegistrant', host, () => meetings.addRegistrants(host, id, guests)),
    find: (host, id) => ask('find', host, () => meetings.find(host, id)),
    remove: (host, id) => ask('remove', host, () => meetings.remove(host, id)),
    listRegistrants: (host, id) =>
      ask('listRegistrants', host, () => meetings.listRegistrants(host, id)),
    removeRegistrant: (host, id, registrantId) =>
      ask('removeRegistrant', host, () => meetings.removeRegistrant(host, id, registrantId)),

    /**
     * Throws without calling Zoom while registrations for this host are on hold. If the work fails because Zoom doesn't
     * accept registrations for this host, puts them on hold.
     */
    whileRegistrationsAreTaken<Result>(host: string, work: () => Promise<Result>) {
      const scope = registrationsOf(host);
      return hold([scope], work, ({ stops }) =>
        stops === 'registrations for this host' ? { scope } : null,
      );
    },
  } satisfies Meetings & Record<'whileRegistrationsAreTaken', unknown>;

  function ask<Result>(call: keyof Meetings, host: string, work: () => Promise<Result>) {
    const isWrite = call === 'create' || call === 'change';
    const scopes = [outage, 'zoom', `zoom ${call}`, `zoom ${call} of ${host}`];
    return hold(isWrite ? [...scopes, writesOf(host)] : scopes, work, (problem) =>
      holdingOf(problem, call, host),
    );
  }

  async function hold<Result>(
    scopes: string[],
    work: () => Promise<Result>,
    holdingOf: (problem: MeetingsProblem) => Holding | null,
  ): Promise<Result> {
    try {
      return await guard(services, {
        scopes,
        work,
        holdingOf: (problem) => (problem instanceof MeetingsProblem ? holdingOf(problem) : null),
        onRelease: (transaction) => queue.runNow(transaction, heldJobs),
      });
    } catch (error) {
      throw error instanceof Held ? problemOf(error) : error;
    }
  }

  function holdingOf(problem: MeetingsProblem, call: keyof Meetings, host: string): Holding | null {
    const { kind, stops, message, retryAfterSeconds } = problem;
    if (kind === 'down') return { scope: outage, isOutage: true };
    if (stops === 'everything') return { scope: 'zoom' };
    if (stops === 'calls like this') return { scope: `zoom ${call}` };
    if (stops === 'calls like this for this host') return { scope: `zoom ${call} of ${host}` };
    if (stops !== 'writes for this host') return null;
    const until = new Date(clock.now().getTime() + (retryAfterSeconds ?? 0) * 1000);
    const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
    const reason = `${sentence} We’ll try again after ${formatTime(until)}.`;
    return { scope: writesOf(host), reason, retryAfterSeconds };
  }
}

export type HeldMeetings = ReturnType<typeof holdMeetings>;

/**
 * Turns a hold into a problem for the job that has to wait. A daily limit becomes `busy`, which we show on each waiting
 * class. Any other hold becomes `operator`, which we don't show on classes.
 */
function problemOf({ scope, message, seconds }: Held): MeetingsProblem {
  const isDaily = scope.startsWith(writesOf(''));
  const isOfHost = scope.includes(' of ') && !isDaily && !scope.startsWith(registrationsOf(''));
  const stops = isOfHost ? 'calls like this for this host' : null;
  return new MeetingsProblem(isDaily ? 'busy' : 'operator', message, seconds, stops);
}
