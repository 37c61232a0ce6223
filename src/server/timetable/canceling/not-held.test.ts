import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancellationsOf } from '../../../../tests/support/canceling.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { roomsOf } from '../../../../tests/support/rooms.ts';
import { openStudent } from '../../../../tests/support/students.ts';
import { alumniJoins, meetingRegistrants } from '../../database/schema.ts';
import { erasePerson } from '../../people/index.ts';

const start = '2026-11-24T16:00:00-08:00';
const meetingId = '81000000001';
let portal: Portal;
let rooms: ReturnType<typeof roomsOf>;

beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  rooms = roomsOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await rooms.forgetDemoClasses();
});

const openAdmin = () => cancellationsOf(portal).openAdmin();

async function cancelWithAlumnus() {
  const alumnus = await openStudent(portal, { role: 'alumni' });
  const classId = await rooms.addClass(start, { zoomMeetingId: meetingId });
  const seat = { personId: alumnus.id, classId };
  await portal.database.insert(alumniJoins).values({ ...seat, createdAt: testNow });
  await portal.database
    .insert(meetingRegistrants)
    .values({ ...seat, meetingId, zoomRegistrantId: 'known', updatedAt: testNow });
  const { body } = await (await openAdmin()).cancel(classId);
  return { alumnus, classId, cancellationId: body.id as number };
}

test('opening the room of a canceled class does not count as attendance', async () => {
  const { alumnus, classId } = await cancelWithAlumnus();
  portal.clock.moveTo(new Date(start));
  const participant = {
    user_id: '16778240',
    user_name: 'Sam',
    registrant_id: 'known',
    join_time: portal.clock.now().toISOString(),
  };
  const response = await rooms.postWebhook(
    JSON.stringify({
      event: 'meeting.participant_joined',
      event_ts: portal.clock.now().getTime(),
      payload: { object: { id: meetingId, uuid: 'a-holding', participant } },
    }),
  );
  expect(response.status).toBe(200);
  expect(await rooms.record(alumnus.id, classId)).toBeUndefined();
});

test('attendance of a canceled class cannot be corrected', async () => {
  const { alumnus, classId } = await cancelWithAlumnus();
  portal.clock.moveTo(new Date('2026-11-24T17:00:00-08:00'));
  const path = `/api/admin/classes/${classId}/attendance/${alumnus.id}`;
  const answer = await (await openAdmin()).patch(path, { status: 'Present', reason: 'Came' });
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'Someone else has already canceled this class.',
  ]);
});

test('a canceled makeup is not shown on the page of the missed class', async () => {
  const student = await openStudent(portal);
  const missedId = await rooms.addClass('2026-11-10T16:00:00-08:00');
  const makeupId = await rooms.addClass(start);
  await rooms.register(student.id, missedId, 5);
  const [{ id: registrationId } = { id: 0 }] = await student.rows();
  expect((await student.makeUp(registrationId, makeupId)).status).toBe(200);
  const admin = await openAdmin();
  const findMakeup = async () =>
    (await admin.get(`/api/admin/classes/${missedId}`)).body.guests[0].makeup;
  expect(await findMakeup()).toMatchObject({ classId: makeupId });
  await admin.cancel(makeupId);
  expect(await findMakeup()).toBeNull();
});

test('an erased student is not restored with the class', async () => {
  const { alumnus, cancellationId } = await cancelWithAlumnus();
  await erasePerson(
    portal,
    { id: await rooms.personId('admin@demo.test'), ip: '::1' },
    alumnus.id,
    alumnus.email,
  );
  await (await openAdmin()).undo(cancellationId);
  const whereTheirs = eq(alumniJoins.personId, alumnus.id);
  expect(await portal.database.$count(alumniJoins, whereTheirs)).toBe(0);
});
