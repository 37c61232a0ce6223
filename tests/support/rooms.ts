import { createHmac } from 'node:crypto';
import { meetingsOf } from './meetings.ts';
import type { Portal } from './portal.ts';

export function roomsOf(portal: Portal) {
  const world = meetingsOf(portal);
  return {
    ...world,

    async openRoom(startsAt: string, students: number[], classNumber = 5) {
      const classId = await world.addMeeting(startsAt);
      for (const student of students) await world.register(student, classId, classNumber);
      const links = await Promise.all(students.map((student) => world.link(student, classId)));
      portal.clock.moveTo(new Date(startsAt));
      const { zoomMeetingId } = await world.classRow(classId);
      const host = `/zoom/s/${zoomMeetingId}`;
      // A host can only run one meeting at a time, and an earlier test may have left one open.
      const start = `${portal.sandbox.url}${host}?end_other`;
      const open = () => fetch(start).then((answer) => answer.text());
      await open();
      const settled = async <Result>(done: Promise<Result>) => {
        const result = await done;
        await portal.sandbox.zoomWebhooksSent();
        return result;
      };
      const leavePath = (at: number) =>
        (links[at] ?? '').replace(portal.sandbox.url, '').replace('?', '/leave?');
      return {
        classId,
        meetingId: zoomMeetingId ?? '',
        open: () => settled(open()),
        enter: (at: number) => settled(fetch(links[at] ?? '').then((answer) => answer.text())),
        leave: (at: number) => settled(world.post(leavePath(at))),
        admit: () => settled(world.post(`${host}/admit`)),
        end: () => settled(world.post(`${host}/end`)),
      };
    },

    async postWebhook(body: string, { timestamp = now(), signature = sign(timestamp, body) } = {}) {
      const answer = await fetch(`${portal.url}/api/webhooks/zoom`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-zm-request-timestamp': timestamp,
          'x-zm-signature': signature,
        },
        body,
      });
      // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the answer
      return { status: answer.status, body: (await answer.json()) as any };
    },
    now,
    sign,
  };

  function now() {
    return String(Math.floor(portal.clock.now().getTime() / 1000));
  }
}

export const webhookSecret = 'sandbox-webhook-secret';

function sign(timestamp: string, body: string): string {
  return `v0=${createHmac('sha256', webhookSecret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
}
