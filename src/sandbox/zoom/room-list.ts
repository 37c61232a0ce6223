import type { FastifyInstance } from 'fastify';
import type { ZoomContext } from './context.ts';
import { currentInstance } from './rooms.ts';

const hour = 60 * 60 * 1000;
const mostShown = 30;

/** The rooms that somebody may want to enter about now. */
export function serveRoomList(app: FastifyInstance, { store, clock }: ZoomContext): void {
  app.get('/zoom/rooms', () => {
    const now = clock.now().getTime();
    const isNear = (start: string) => Date.parse(start) > now - 12 * hour;
    return store
      .all()
      .filter(({ start_time }) => isNear(start_time))
      .toSorted((a, b) => (a.start_time < b.start_time ? -1 : 1))
      .slice(0, mostShown)
      .map((meeting) => ({
        id: meeting.id,
        topic: meeting.topic,
        startTime: meeting.start_time,
        isRunning: currentInstance(meeting) !== undefined,
        hostPath: `/zoom/s/${meeting.id}`,
        people: meeting.registrants
          .filter(({ status }) => status === 'approved')
          .map(({ first_name, last_name, tk }) => ({
            name: `${first_name} ${last_name}`,
            path: `/zoom/j/${meeting.id}?tk=${tk}`,
          })),
      }));
  });
}
