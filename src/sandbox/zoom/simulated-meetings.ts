import { showHour, showTime } from '../pacific.ts';
import { currentInstance, guestOf, type Rooms } from './rooms.ts';
import type { ZoomContext } from './routes.ts';
import { approvedIn, type Meeting } from './store.ts';

/** More than these are told of in one sentence. */
const mostTold = 4;

interface Held {
  start: Date;
  names: string[];
}

/** Holds the meetings that a moved clock comes past, and says which come next. */
export function simulateMeetings({ store, feed, webhooks, attendance }: ZoomContext, rooms: Rooms) {
  return {
    /** When the next meeting after that instant begins: anybody's, or that of one registrant. */
    nextStart(after: Date, email?: string): Date | null {
      const starts = ahead(after)
        .filter((meeting) => !email || approvedIn(meeting).some((one) => one.email === email))
        .map(({ start_time }) => Date.parse(start_time));
      return starts.length > 0 ? new Date(Math.min(...starts)) : null;
    },

    /** When the last meeting in which somebody has a place is over: anybody, or one registrant. */
    lastEnd(after: Date, email?: string): Date | null {
      const ends = ahead(after)
        .filter((meeting) => approvedIn(meeting).some((one) => !email || one.email === email))
        .map(endOf);
      return ends.length > 0 ? new Date(Math.max(...ends)) : null;
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

    /**
     * Every meeting of which a part lies between two instants is begun, with every registrant in it from the start or
     * only with those who wait at its door, and every one that runs is ended at its planned end: an hour can be passed
     * in several steps. Left out is a meeting in which nobody has a place, and
     * every one while the host never comes.
     */
    hold(from: Date, until: Date, attended: boolean): void {
      const held: Held[] = [];
      for (const meeting of store.all()) {
        const start = new Date(meeting.start_time);
        const isBegun = meeting.instances.length > 0;
        const end = new Date(endOf(meeting));
        const isStarted = attendance.current().host === 'comes';
        const isDue = isStarted && !isBegun && end > from && start < until;
        if (isDue && approvedIn(meeting).length > 0) {
          held.push({ start, names: begin(meeting, start, attended) });
        }
        const now = store.find(meeting.id);
        if (now && currentInstance(now) && end <= until) {
          rooms.end(now, end);
          if (isBegun) feed.note(`The class of ${showHour(start)} is over`, { path: '/meetings' });
        }
      }
      tellOf(held.sort((one, other) => Number(one.start) - Number(other.start)));
    },
  };

  /** Answers who came. */
  function begin(meeting: Meeting, at: Date, attended: boolean): string[] {
    rooms.start(meeting, at);
    const guests = attended ? approvedIn(meeting).map(guestOf) : rooms.atDoor(meeting.id, at);
    for (const guest of guests) rooms.enter(meeting.id, guest, at);
    return guests.map(({ name }) => name);
  }

  function tellOf(held: Held[]): void {
    const path = '/meetings';
    if (held.length > mostTold) {
      const places = held.reduce((sum, { names }) => sum + names.length, 0);
      feed.note(`${held.length} classes were held, with ${places} people in all`, { path });
      webhooks.settled().then(() => feed.note('Zoom has told the portal who came', { path }));
      return;
    }
    for (const { start, names } of held) {
      const who =
        names.length > 0 ? `${new Intl.ListFormat('en').format(names)} joined` : 'Nobody joined';
      feed.note(`${who} the class of ${showTime(start)}`, { path });
    }
  }

  function ahead(after: Date): Meeting[] {
    return store.all().filter(({ start_time }) => Date.parse(start_time) > after.getTime());
  }
}

function endOf({ start_time, duration }: Meeting): number {
  return Date.parse(start_time) + duration * 60_000;
}
