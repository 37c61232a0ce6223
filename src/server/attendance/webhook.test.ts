import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { roomsOf, webhookSecret } from '../../../tests/support/rooms.ts';

let portal: Portal;
let world: ReturnType<typeof roomsOf>;
let student: number;
const minute = 60 * 1000;

beforeAll(async () => {
  portal = await openPortal();
  world = roomsOf(portal);
  await world.forgetDemoClasses();
  student = await world.personId('new-student@demo.test');
});
afterAll(() => portal[Symbol.asyncDispose]());

const joinedBody = (meetingId: string, registrantId: string, name = 'Somebody Else') =>
  JSON.stringify({
    event: 'meeting.participant_joined',
    event_ts: portal.clock.now().getTime(),
    payload: {
      object: {
        id: meetingId,
        uuid: 'a-holding',
        participant: {
          user_id: '16778240',
          user_name: name,
          registrant_id: registrantId,
          join_time: portal.clock.now().toISOString(),
        },
      },
    },
  });

test('a webhook with a wrong signature, an old one, and an unsigned one are rejected', async () => {
  const body = JSON.stringify({ event: 'meeting.ended', payload: { object: { id: '1' } } });
  expect((await world.postWebhook(body)).status).toBe(200);
  const forged = await world.postWebhook(body, { signature: world.sign(world.now(), `${body} `) });
  expect(forged).toEqual({ status: 401, body: { message: 'The signature is invalid.' } });
  const ago = (seconds: number) => ({ timestamp: String(Number(world.now()) - seconds) });
  expect((await world.postWebhook(body, ago(2 * 60 * 60 + 1))).status).toBe(401);
  // Zoom's last retry comes 85 minutes after the first attempt.
  expect((await world.postWebhook(body, ago(2 * 60 * 60 - 5))).status).toBe(200);
  expect((await world.postWebhook(body, ago(-310))).status).toBe(401);
  expect((await world.postWebhook(body, { timestamp: '', signature: '' })).status).toBe(401);
  expect((await world.postWebhook(body, { timestamp: 'soon' })).status).toBe(401);
  expect((await fetch(`${portal.url}/api/webhooks/zoom`, { method: 'POST' })).status).toBe(401);
});

test('a signed but unreadable body is refused', async () => {
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
    const refused = { status: 400, body: { message: 'We couldn’t read the body.' } };
    expect(await world.postWebhook(body), body).toEqual(refused);
  }
  const host = joined({ registrant_id: '', join_time: '2026-11-18T00:00:00Z' });
  expect((await world.postWebhook(JSON.stringify(host))).status).toBe(200);
  expect((await world.postWebhook('{"event":"meeting.created","payload":7}')).status).toBe(200);
});

test('a meeting counts as held once it runs during the class, but not when it is only tried out before', async () => {
  const classId = await world.addClass('2026-12-30T00:00:00Z', { zoomMeetingId: '81000000077' });
  const start = async (start_time: string) => {
    const object = { id: '81000000077', uuid: start_time, start_time };
    await world.postWebhook(JSON.stringify({ event: 'meeting.started', payload: { object } }));
    return (await world.classRow(classId)).wasHeld;
  };
  expect(await start('2026-12-29T22:00:00Z')).toBe(null);
  expect(await start('2026-12-29T23:55:00Z')).toBe(true);
});

test('a person who joins is no longer waiting', async () => {
  const room = await world.openRoom('2026-12-02T00:00:00Z', [student], 7);
  const seat = await world.seat(student, room.classId);
  const registrantId = seat?.zoomRegistrantId ?? '';
  const waits = joinedBody(room.meetingId, registrantId, 'Nora')
    .replace('participant_joined', 'participant_joined_waiting_room')
    .replace('join_time', 'date_time')
    .replace('16778240', '16777216');
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const page = `/api/admin/classes/${room.classId}`;
  const waiting = async () => (await openClient(portal, { session }).get(page)).body.waiting;
  await world.postWebhook(waits);
  expect(await waiting()).toMatchObject([{ name: 'Nora' }]);
  await world.postWebhook(joinedBody(room.meetingId, registrantId, 'Nora'));
  expect(await waiting()).toEqual([]);
});

test('the same webhook twice has one effect, even with a new signature', async () => {
  const room = await world.openRoom('2026-12-09T00:00:00Z', [student]);
  const seat = await world.seat(student, room.classId);
  const body = joinedBody(room.meetingId, seat?.zoomRegistrantId ?? '');
  expect((await world.postWebhook(body)).status).toBe(200);
  expect(await world.record(student, room.classId)).toMatchObject({ status: 'Joined' });
  await portal.database.execute('delete from attendance; delete from room_events');
  portal.clock.moveOn(2000);
  expect((await world.postWebhook(body)).status).toBe(200);
  expect(await world.record(student, room.classId)).toBeUndefined();
  expect((await world.postWebhook(joinedBody(room.meetingId, 'nobody-we-know'))).status).toBe(200);
});

test('the webhook responds to Zoom’s challenge', async () => {
  const body = JSON.stringify({
    event: 'endpoint.url_validation',
    payload: { plainToken: 'a-plain-token' },
  });
  expect(await world.postWebhook(body)).toEqual({
    status: 200,
    body: {
      plainToken: 'a-plain-token',
      encryptedToken: createHmac('sha256', webhookSecret).update('a-plain-token').digest('hex'),
    },
  });
});

test('replaying a webhook after 31 or 100 days is refused', async () => {
  const room = await world.openRoom('2026-12-16T00:00:00Z', [student], 6);
  const seat = await world.seat(student, room.classId);
  const body = joinedBody(room.meetingId, seat?.zoomRegistrantId ?? '');
  const timestamp = world.now();
  expect((await world.postWebhook(body, { timestamp })).status).toBe(200);
  // The record of the first delivery may be deleted by then.
  await portal.database.execute(
    'delete from webhook_events; delete from attendance; delete from room_events',
  );
  for (const days of [31, 69]) {
    portal.clock.moveOn(days * 24 * 60 * minute);
    expect((await world.postWebhook(body, { timestamp })).status).toBe(401);
  }
  expect(await world.record(student, room.classId)).toBeUndefined();
});
