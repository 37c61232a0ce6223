import { randomBytes } from 'node:crypto';
import type { Instance, Meeting, Stay } from './store.ts';
import type { ZoomWorld } from './world.ts';

/** What the meetings have to do with the passing of time, for whoever moves the clock. */
export function openPassing({ store, tell }: Pick<ZoomWorld, 'store' | 'tell'>) {
  return {
    /** When the next meeting after that instant begins: of anybody, or of one guest. */
    nextStart(after: Date, email?: string): Date | null {
      const starts = ahead(after)
        .filter((meeting) => !email || guestsOf(meeting).some((guest) => guest.email === email))
        .map(({ start_time }) => Date.parse(start_time));
      return starts.length > 0 ? new Date(Math.min(...starts)) : null;
    },

    /** Who is expected in a meeting after that instant. */
    guests(after: Date): { email: string; name: string }[] {
      const names = new Map(
        ahead(after)
          .flatMap(guestsOf)
          .map(({ email, first_name, last_name }) => [email, `${first_name} ${last_name}`.trim()]),
      );
      return [...names]
        .map(([email, name]) => ({ email, name }))
        .sort((a, b) => a.email.localeCompare(b.email));
    },

    /** The meetings of that time are held, with everybody there from the beginning to the end. */
    hold(from: Date, until: Date): void {
      for (const meeting of store.all()) {
        const start = Date.parse(meeting.start_time);
        const end = start + meeting.duration * 60_000;
        if (start < from.getTime() || end > until.getTime() || meeting.instances.length > 0)
          continue;
        const instance = heldBetween(meeting, new Date(start), new Date(end));
        store.save({ ...meeting, instances: [instance] });
        const { uuid, start_time, end_time } = instance;
        const { topic, type, duration, timezone } = meeting;
        const about = { topic, type, duration, timezone, start_time, end_time };
        tell.tell('meeting.ended', {
          id: String(meeting.id),
          uuid,
          host_id: 'sandbox-host',
          ...about,
        });
      }
    },
  };

  function ahead(after: Date): Meeting[] {
    return store.all().filter(({ start_time }) => Date.parse(start_time) > after.getTime());
  }
}

function guestsOf({ registrants }: Meeting) {
  return registrants.filter(({ status }) => status === 'approved');
}

function heldBetween(meeting: Meeting, start: Date, end: Date): Instance {
  const [start_time, end_time] = [start, end].map(
    (instant) => `${instant.toISOString().slice(0, 19)}Z`,
  ) as [string, string];
  const stays = guestsOf(meeting).map(
    ({ id, first_name, last_name, email }): Stay => ({
      registrant_id: id,
      name: `${first_name} ${last_name}`.trim(),
      email,
      join_time: start_time,
      leave_time: end_time,
    }),
  );
  return { uuid: randomBytes(16).toString('base64'), start_time, end_time, stays };
}
