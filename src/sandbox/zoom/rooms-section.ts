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

/** The part of the sandbox's page that lists them. */
export const roomsSection = {
  html: '<h2>Meeting rooms</h2>\n  <p><a href="/zoom/join">Join by meeting ID and passcode</a></p>\n  <div id="rooms"></div>',
  script: `
  async function showRooms() {
    const rooms = await get('/zoom/rooms');
    const list = document.getElementById('rooms');
    list.replaceChildren(...rooms.map(room));
    if (rooms.length === 0) list.append(element('p', 'No class has a meeting yet.', { className: 'muted' }));
  }
  function room({ topic, startTime, isRunning, hostPath, people }) {
    const article = document.createElement('article');
    const doors = element('p', '');
    doors.append(element('a', isRunning ? 'Host: running' : 'Start as host', { href: hostPath }));
    for (const { name, path } of people) doors.append(' · ', element('a', 'Join as ' + name, { href: path }));
    article.append(element('h3', topic), element('span', pacific.format(new Date(startTime)) + ' PT', { className: 'muted' }), doors);
    return article;
  }
  repeat(showRooms, 5000);`,
};
