import type { ZoomContext } from './context.ts';
import { currentInstance, guestOf, type Rooms } from './rooms.ts';
import type { Meeting } from './store.ts';

/** Holds the meetings that a moved clock comes past, and says which come next. */
export function simulateMeetings({ store }: Pick<ZoomContext, 'store'>, rooms: Rooms) {
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

    /**
     * Every meeting that begins between two instants is begun, with every registrant in it from the start or with the
     * host alone, and every one that runs is ended at its planned end: an hour can be passed in several steps.
     */
    hold(from: Date, until: Date, attended: boolean): void {
      for (const meeting of store.all()) {
        const start = new Date(meeting.start_time);
        const isBegun = meeting.instances.length > 0;
        if (!isBegun && start >= from && start < until) begin(meeting, start, attended);
        const end = new Date(start.getTime() + meeting.duration * 60_000);
        const now = store.find(meeting.id);
        if (now && currentInstance(now) && end <= until) rooms.end(now, end);
      }
    },
  };

  function begin(meeting: Meeting, at: Date, attended: boolean) {
    rooms.start(meeting, at);
    if (!attended) return;
    for (const registrant of approvedIn(meeting)) rooms.enter(meeting.id, guestOf(registrant), at);
  }

  function ahead(after: Date): Meeting[] {
    return store.all().filter(({ start_time }) => Date.parse(start_time) > after.getTime());
  }
}

function approvedIn({ registrants }: Meeting) {
  return registrants.filter(({ status }) => status === 'approved');
}
