import { randomBytes } from 'node:crypto';
import type { ZoomContext } from './context.ts';
import type { Instance, Meeting, Stay } from './store.ts';

/** Holds the meetings that a moved clock skips, and says which come next. */
export function simulateMeetings({ store, webhooks }: Pick<ZoomContext, 'store' | 'webhooks'>) {
  return {
    /** When the next meeting after that instant begins: anybody's, or that of one registrant. */
    nextStart(after: Date, email?: string): Date | null {
      const starts = ahead(after)
        .filter((meeting) => !email || approvedIn(meeting).some((one) => one.email === email))
        .map(({ start_time }) => Date.parse(start_time));
      return starts.length > 0 ? new Date(Math.min(...starts)) : null;
    },

    /** Who is registered for a meeting after that instant. */
    registrants(after: Date): { email: string; name: string }[] {
      const names = new Map(
        ahead(after)
          .flatMap(approvedIn)
          .map(({ email, first_name, last_name }) => [email, `${first_name} ${last_name}`.trim()]),
      );
      return [...names]
        .map(([email, name]) => ({ email, name }))
        .sort((a, b) => a.email.localeCompare(b.email));
    },

    /** Records the meetings between two instants as held, with every registrant present throughout. */
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
        webhooks.send('meeting.ended', {
          id: String(meeting.id),
          uuid,
          host_id: meeting.host_id,
          ...about,
        });
      }
    },
  };

  function ahead(after: Date): Meeting[] {
    return store.all().filter(({ start_time }) => Date.parse(start_time) > after.getTime());
  }
}

function approvedIn({ registrants }: Meeting) {
  return registrants.filter(({ status }) => status === 'approved');
}

function heldBetween(meeting: Meeting, start: Date, end: Date): Instance {
  const [start_time, end_time] = [start, end].map(
    (instant) => `${instant.toISOString().slice(0, 19)}Z`,
  ) as [string, string];
  const stays = approvedIn(meeting).map(
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
