import { showHour, showTime } from '../pacific.ts';
import { currentInstance, guestOf, type Rooms } from './rooms.ts';
import type { ZoomContext } from './routes.ts';
import type { Meeting } from './store.ts';

/** If there were more classes than this, the feed only gets a summary. */
const mostNoted = 4;

interface Held {
  start: Date;
  names: string[];
}

export function simulateMeetings({ store, feed, webhooks, attendance }: ZoomContext, rooms: Rooms) {
  return {
    /** If `email` is given, considers only that registrant's meetings. */
    nextStart(after: Date, email?: string): Date | null {
      const starts = ahead(after)
        .filter((meeting) => !email || meeting.registrants.some((one) => one.email === email))
        .map(({ start_time }) => Date.parse(start_time));
      return starts.length > 0 ? new Date(Math.min(...starts)) : null;
    },

    /** Ignores meetings without registrants. If `email` is given, considers only that registrant's meetings. */
    lastEnd(after: Date, email?: string): Date | null {
      const ends = ahead(after)
        .filter((meeting) => meeting.registrants.some((one) => !email || one.email === email))
        .map(endOf);
      return ends.length > 0 ? new Date(Math.max(...ends)) : null;
    },

    registrants(after: Date): { email: string; name: string }[] {
      const names = new Map(
        ahead(after)
          .flatMap(({ registrants }) => registrants)
          .map(({ email, first_name, last_name }) => [email, `${first_name} ${last_name}`.trim()]),
      );
      return [...names]
        .map(([email, name]) => ({ email, name }))
        .sort((a, b) => a.email.localeCompare(b.email));
    },

    /**
     * Simulates the meetings in this period. Unless the host is set to never start classes, starts each meeting that
     * has registrants and lets in either all of them or only those who are waiting. Ends every meeting that is
     * scheduled to end by `until`.
     */
    hold(from: Date, until: Date, attended: boolean): void {
      const held: Held[] = [];
      for (const meeting of store.all()) {
        const start = new Date(meeting.start_time);
        const hasStarted = meeting.instances.length > 0;
        const end = new Date(endOf(meeting));
        const isStarted = attendance.current().host === 'comes';
        const isDue = isStarted && !hasStarted && end > from && start < until;
        if (isDue && meeting.registrants.length > 0) {
          held.push({ start, names: begin(meeting, start, attended) });
        }
        const now = store.find(meeting.id);
        if (now && currentInstance(now) && end <= until) {
          rooms.end(now, end);
          if (hasStarted) feed.note(`The ${showHour(start)} class is over`, { path: '/meetings' });
        }
      }
      noteHeld(held.sort((one, other) => Number(one.start) - Number(other.start)));
    },
  };

  function begin(meeting: Meeting, at: Date, attended: boolean): string[] {
    rooms.start(meeting, at);
    const guests = attended ? meeting.registrants.map(guestOf) : rooms.atDoor(meeting.id, at);
    for (const guest of guests) rooms.enter(meeting.id, guest, at);
    return guests.map(({ name }) => name);
  }

  function noteHeld(held: Held[]): void {
    const path = '/meetings';
    if (held.length > mostNoted) {
      const places = held.reduce((sum, { names }) => sum + names.length, 0);
      feed.note(`${held.length} classes took place, and students joined ${places} times`, { path });
      webhooks
        .settled()
        .then(() => feed.note('Zoom has reported attendance to the portal', { path }));
      return;
    }
    for (const { start, names } of held) {
      const who =
        names.length > 0 ? `${new Intl.ListFormat('en').format(names)} joined` : 'No one joined';
      feed.note(`${who} the class on ${showTime(start)}`, { path });
    }
  }

  function ahead(after: Date): Meeting[] {
    return store.all().filter(({ start_time }) => Date.parse(start_time) > after.getTime());
  }
}

function endOf({ start_time, duration }: Meeting): number {
  return Date.parse(start_time) + duration * 60_000;
}
