import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';

let portal: Portal;
let world: ReturnType<typeof meetingsOf>;
let students: number[];
const cast = ['new-student@demo.test', 'mid-course@demo.test', 'alumni@demo.test'] as const;
const minute = 60 * 1000;
const secret = 'sandbox-webhook-secret';

beforeAll(async () => {
  portal = await openPortal();
  world = meetingsOf(portal);
  await world.forgetDemoClasses();
  students = await Promise.all(cast.map(world.personId));
});
afterAll(() => portal[Symbol.asyncDispose]());

/** A class with these people registered, at its start, its room opened by the teacher. */
async function openRoom(startsAt: string) {
  const classId = await world.addMeeting(startsAt);
  for (const student of students) {
    await world.register(student, classId, 5 + (classId % 6));
  }
  const links = await Promise.all(students.map((student) => world.link(student, classId)));
  portal.clock.moveTo(new Date(startsAt));
  const { zoomMeetingId } = await world.classRow(classId);
  const host = `/zoom/s/${zoomMeetingId}`;
  await fetch(portal.sandbox.url + host);
  return {
    classId,
    meetingId: zoomMeetingId ?? '',
    enter: (at: number) => fetch(links[at] ?? '').then((answer) => answer.text()),
    leave: (at: number) =>
      world.post((links[at] ?? '').replace(portal.sandbox.url, '').replace('?', '/leave?')),
    end: () => world.post(`${host}/end`),
  };
}

async function tell(body: string, { timestamp = now(), signature = sign(timestamp, body) } = {}) {
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
}

const now = () => String(Math.floor(portal.clock.now().getTime() / 1000));
const sign = (timestamp: string, body: string) =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
const joinedBody = (meetingId: string, registrantId: string, name = 'Somebody Else') =>
  JSON.stringify({
    event: 'meeting.participant_joined',
    event_ts: portal.clock.now().getTime(),
    payload: {
      object: {
        id: meetingId,
        participant: {
          user_name: name,
          registrant_id: registrantId,
          join_time: portal.clock.now().toISOString(),
        },
      },
    },
  });

test('present from ten minutes on, in one stay or two, by registrant and whatever the name', async () => {
  const room = await openRoom('2026-11-18T00:00:00Z');
  const [long, twice, short] = students;
  // Names and addresses change, and prove nothing: the report still has the old ones.
  await portal.database.execute(
    `update people set first_name = 'New', last_name = 'Name', email = 'new-name@demo.test' where id = ${long}`,
  );
  expect(await room.enter(0)).toContain('You are in the room as');
  await room.enter(1);
  portal.clock.moveOn(5 * minute);
  await room.leave(1);
  await room.enter(2);
  portal.clock.moveOn(2 * minute);
  await room.enter(1);
  portal.clock.moveOn(5 * minute);
  await room.end();
  await portal.sandbox.zoomWebhooksSent();
  await expect
    .poll(async () => (await world.present(room.classId)).toSorted(), { timeout: 10_000 })
    .toEqual([long, twice].toSorted());
  const row = await world.classRow(room.classId);
  expect(row.attendanceSettledAt).not.toBeNull();
  expect((await world.seat(long ?? 0, room.classId))?.joinedAt).toEqual(row.startsAt);
  expect(await world.present(room.classId)).not.toContain(short);
});

test('a second short of ten minutes is not present', async () => {
  const room = await openRoom('2026-11-25T00:00:00Z');
  await room.enter(0);
  portal.clock.moveOn(10 * minute - 1500);
  await room.leave(0);
  await room.end();
  await expect
    .poll(async () => (await world.classRow(room.classId)).attendanceSettledAt, { timeout: 10_000 })
    .not.toBeNull();
  expect(await world.present(room.classId)).toEqual([]);
});

test('a report that is late is waited for, and a second end changes nothing', async () => {
  const room = await openRoom('2026-12-02T00:00:00Z');
  await world.faults({ reportsLate: true });
  await room.enter(0);
  portal.clock.moveOn(30 * minute);
  await room.end();
  await expect
    .poll(() => world.waits('settle-attendance'), { timeout: 10_000 })
    .toEqual([expect.closeTo(300, -1)]);
  expect(await world.present(room.classId)).toEqual([]);
  await world.faults();
  await world.finishJobs();
  expect(await world.present(room.classId)).toEqual([students[0]]);
  await world.post(`/zoom/s/${room.meetingId}/end`);
  await world.finishJobs();
  expect(await world.present(room.classId)).toHaveLength(1);
});

test('a room that is tried out before the class settles nothing', async () => {
  const classId = await world.addMeeting('2026-12-23T00:00:00Z');
  const { zoomMeetingId } = await world.classRow(classId);
  await fetch(`${portal.sandbox.url}/zoom/s/${zoomMeetingId}`);
  await world.post(`/zoom/s/${zoomMeetingId}/end`);
  await portal.sandbox.zoomWebhooksSent();
  await world.finishJobs();
  expect((await world.classRow(classId)).attendanceSettledAt).toBeNull();
});

test('a wrong signature, an old message and a message without either are refused', async () => {
  const body = JSON.stringify({ event: 'meeting.ended', payload: { object: { id: '1' } } });
  expect((await tell(body)).status).toBe(200);
  const forged = await tell(body, { signature: sign(now(), `${body} `) });
  expect(forged).toEqual({ status: 401, body: { message: 'The signature is wrong.' } });
  const old = String(Number(now()) - 301);
  expect((await tell(body, { timestamp: old })).status).toBe(401);
  const fresh = String(Number(now()) - 295);
  expect((await tell(body, { timestamp: fresh })).status).toBe(200);
  expect((await tell(body, { timestamp: String(Number(now()) + 310) })).status).toBe(401);
  expect((await tell(body, { timestamp: '', signature: '' })).status).toBe(401);
  expect((await tell(body, { timestamp: 'soon' })).status).toBe(401);
  expect((await fetch(`${portal.url}/api/webhooks/zoom`, { method: 'POST' })).status).toBe(401);
});

test('a signed body that cannot be read is refused in a sentence', async () => {
  const joined = (participant: object) => ({
    event: 'meeting.participant_joined',
    payload: { object: { id: 1, participant } },
  });
  const bodies = [
    '',
    '{"event":"meeting.ended"',
    '<!doctype html>',
    'null',
    '{"payload":{}}',
    '{"event":"meeting.ended","payload":{"object":{}}}',
    '{"event":"endpoint.url_validation","payload":{}}',
    JSON.stringify(joined({ registrant_id: 'r', join_time: 'soon' })),
    JSON.stringify(joined({ registrant_id: 7, join_time: '2026-11-18T00:00:00Z' })),
  ];
  for (const body of bodies) {
    const refused = { status: 400, body: { message: 'The body cannot be read.' } };
    expect(await tell(body), body).toEqual(refused);
  }
  const host = joined({ registrant_id: '', join_time: '2026-11-18T00:00:00Z' });
  expect((await tell(JSON.stringify(host))).status).toBe(200);
  expect((await tell('{"event":"meeting.started","payload":7}')).status).toBe(200);
});

test('the same message told twice has one effect, also under a new signature', async () => {
  const room = await openRoom('2026-12-09T00:00:00Z');
  const [student = 0] = students;
  const seat = await world.seat(student, room.classId);
  const body = joinedBody(room.meetingId, seat?.zoomRegistrantId ?? '');
  expect((await tell(body)).status).toBe(200);
  const forget = `update meeting_registrants set joined_at = null where class_id = ${room.classId}`;
  await portal.database.execute(forget);
  portal.clock.moveOn(2000);
  expect((await tell(body)).status).toBe(200);
  expect((await world.seat(student, room.classId))?.joinedAt).toBeNull();
  expect((await tell(joinedBody(room.meetingId, 'nobody-we-know'))).status).toBe(200);
});

test('the address of the webhook proves itself when Zoom asks', async () => {
  const body = JSON.stringify({
    event: 'endpoint.url_validation',
    payload: { plainToken: 'a-plain-token' },
  });
  expect(await tell(body)).toEqual({
    status: 200,
    body: {
      plainToken: 'a-plain-token',
      encryptedToken: createHmac('sha256', secret).update('a-plain-token').digest('hex'),
    },
  });
});

test('a message of 31 or 100 days ago is refused when it is played again', async () => {
  const room = await openRoom('2026-12-16T00:00:00Z');
  const [student = 0] = students;
  const seat = await world.seat(student, room.classId);
  const body = joinedBody(room.meetingId, seat?.zoomRegistrantId ?? '');
  const timestamp = now();
  expect((await tell(body, { timestamp })).status).toBe(200);
  // That it was told may be forgotten by then.
  await portal.database.execute(
    'delete from webhook_events; update meeting_registrants set joined_at = null',
  );
  for (const days of [31, 69]) {
    portal.clock.moveOn(days * 24 * 60 * minute);
    expect((await tell(body, { timestamp })).status).toBe(401);
  }
  expect((await world.seat(student, room.classId))?.joinedAt).toBeNull();
});
