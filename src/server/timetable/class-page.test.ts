import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { roomsOf } from '../../../tests/support/rooms.ts';
import { staffOf } from '../../../tests/support/staff.ts';
import { openStudent, type Student } from '../../../tests/support/students.ts';
import { alumniJoins, attendance, auditLog, classes } from '../database/schema.ts';

let portal: Portal;
let world: ReturnType<typeof roomsOf>;
const minute = 60 * 1000;
const day = 24 * 60 * minute;

beforeAll(async () => {
  portal = await openPortal();
  world = roomsOf(portal);
  await world.forgetDemoClasses();
});
afterAll(() => portal[Symbol.asyncDispose]());
afterEach(() => world.setZoomReporting());

let weeks = 0;
const nextStart = () => {
  weeks += 4;
  return new Date(Date.parse('2026-11-04T00:00:00Z') + weeks * 7 * day);
};
const weeksBefore = (start: Date, count: number) =>
  new Date(start.getTime() - count * 7 * day).toISOString();

async function look(classId: number) {
  const teacher = await staffOf(portal).open('teacher');
  return teacher.get(`/api/admin/classes/${classId}`);
}

const guestOf = async (classId: number, { id }: { id: number }) =>
  (await look(classId)).body.guests.find(({ personId }: { personId: number }) => personId === id);

function record({ id: personId }: Student, classId: number, status: 'Present' | 'Joined') {
  const seen = { personId, classId, status, source: 'report' } as const;
  return portal.database.insert(attendance).values({ ...seen, recordedAt: portal.clock.now() });
}

test('an upcoming class shows its instructor, host, meeting and students', async () => {
  const instructor = await staffOf(portal).open('teacher');
  const startsAt = nextStart().toISOString();
  const classId = await world.addMeeting(startsAt, { instructorId: instructor.id });
  const student = await openStudent(portal, { phone: '+12025550190', lastName: 'Aaron' });
  await world.register(student.id, classId, 5);
  const { status, body } = await look(classId);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    courseClass: { id: classId, startTime: startsAt, classType: 'Weekly', meetingProblem: null },
    instructorName: expect.stringContaining('Sam Sample'),
    host: portal.settings.meetings.hostUser,
    unknownGuests: [],
    waiting: [],
    isAttendanceFinal: false,
    attendanceProblem: null,
  });
  expect(body.courseClass.zoomMeetingId).not.toBeNull();
  expect(body.guests).toEqual([
    {
      personId: student.id,
      name: 'Sam Aaron',
      email: student.email,
      phone: '+12025550190',
      textConsent: false,
      role: 'student',
      classNumber: 5,
      marks: ['first'],
      makeup: null,
      attendance: null,
      correction: null,
    },
  ]);
});

test('the door list marks first classes, makeups and students who missed the last class', async () => {
  const startsAt = nextStart();
  const [older, missed] = await Promise.all([
    world.addClass(weeksBefore(startsAt, 2)),
    world.addClass(weeksBefore(startsAt, 1)),
  ]);
  const classId = await world.addClass(startsAt.toISOString());
  portal.clock.moveTo(new Date(startsAt.getTime() - day));
  const [fresh, absent, steady, maker] = await Promise.all(
    Array.from({ length: 4 }, () => openStudent(portal)),
  );
  if (!fresh || !absent || !steady || !maker) throw new Error('no one was made');
  await world.register(fresh.id, classId, 5);
  for (const student of [absent, steady]) {
    await world.register(student.id, older, 5);
    await world.register(student.id, missed, 6);
    await world.register(student.id, classId, 7);
    await record(student, older, 'Present');
  }
  await record(steady, missed, 'Joined');
  await world.register(maker.id, missed, 5);
  const [{ id } = { id: 0 }] = await maker.rows();
  expect((await maker.makeUp(id, classId)).status).toBe(200);

  const marksOf = async (student: Student) => (await guestOf(classId, student)).marks;
  expect(await marksOf(fresh)).toEqual(['first']);
  expect(await marksOf(absent)).toEqual(['missed-last']);
  expect(await marksOf(steady)).toEqual([]);
  expect(await marksOf(maker)).toEqual(['first', 'makeup']);
  expect(await guestOf(missed, maker)).toMatchObject({
    classNumber: 5,
    makeup: { classId, startTime: startsAt.toISOString() },
    attendance: null,
  });
});

test('during the class it shows who came, left and waits, including alumni', async () => {
  const startsAt = nextStart();
  const [nora, marcus] = [await openStudent(portal), await openStudent(portal)];
  const room = await world.openRoom(startsAt.toISOString(), [nora.id, marcus.id]);
  await room.enter(0);
  portal.clock.moveOn(2 * minute);
  expect(await guestOf(room.classId, nora)).toMatchObject({
    attendance: { status: 'Joined', source: 'webhook', leftAt: null },
  });
  expect(await guestOf(room.classId, marcus)).toMatchObject({ attendance: null });
  await room.leave(0);
  expect(await guestOf(room.classId, nora)).toMatchObject({
    attendance: { status: 'Joined', leftAt: expect.any(String) },
  });

  await world.setZoomReporting({ door: 'waiting-room' });
  await room.enter(1);
  expect((await look(room.classId)).body.waiting).toEqual([
    { name: `Sam ${marcus.lastName}`, since: expect.any(String) },
  ]);
  await room.admit();
  expect((await look(room.classId)).body.waiting).toEqual([]);
  expect(await guestOf(room.classId, marcus)).toMatchObject({ attendance: { status: 'Joined' } });

  const alumna = await openStudent(portal, { role: 'alumni' });
  const joined = { personId: alumna.id, classId: room.classId, createdAt: portal.clock.now() };
  await portal.database.insert(alumniJoins).values(joined);
  expect((await look(room.classId)).body.guests.at(-1)).toMatchObject({
    personId: alumna.id,
    role: 'alumni',
    classNumber: null,
    marks: [],
  });
});

test('everyone who was there stays on the page, even without a registration', async () => {
  const startsAt = nextStart();
  const student = await openStudent(portal);
  const room = await world.openRoom(startsAt.toISOString(), [student.id]);
  await room.enter(0);
  await portal.database.execute(
    `update registrations set ended_at = now(), end_reason = 'reset' where student_id = ${student.id}`,
  );
  expect(await guestOf(room.classId, student)).toMatchObject({
    role: 'student',
    classNumber: null,
    attendance: { status: 'Joined' },
  });
});

test('returns 404 for a deleted or unknown class', async () => {
  const classId = await world.addClass(nextStart().toISOString());
  const deletedAt = portal.clock.now();
  await portal.database.update(classes).set({ deletedAt }).where(eq(classes.id, classId));
  expect(await look(classId)).toMatchObject({
    status: 404,
    body: { message: 'This class has been deleted.' },
  });
  expect(await look(999_999)).toMatchObject({
    status: 404,
    body: { message: 'We couldn’t find this class. It may have been deleted.' },
  });
  expect((await look(Number.NaN)).status).toBe(404);
});

test('downloading attendance as a file is audited', async () => {
  const startsAt = nextStart();
  const student = await openStudent(portal, { firstName: '=Nora', phone: '+12025550191' });
  const room = await world.openRoom(startsAt.toISOString(), [student.id]);
  await room.enter(0);
  await room.leave(0);
  portal.clock.moveOn(5 * minute);
  const admin = await staffOf(portal).open('admin');
  const said = { status: 'Excused', reason: 'went to hospital' };
  await admin.patch(`/api/admin/classes/${room.classId}/attendance/${student.id}`, said);
  const answer = await fetch(`${portal.url}/api/admin/attendance.csv?class=${room.classId}`, {
    headers: { cookie: admin.cookie },
  });
  expect(answer.headers.get('content-disposition')).toContain('attendance.csv');
  const [, row = ''] = (await answer.text()).split('\r\n');
  expect(row).toContain(
    `,'=Nora,${student.lastName},${student.email},(202) 555-0191,5,Excused,by hand,`,
  );
  expect(row).toMatch(/ 17:00:\d\d,.* 17:00:\d\d,0,.*,went to hospital$/);
  const entry = eq(auditLog.subject, `class:${room.classId}`);
  expect(await portal.database.$count(auditLog, entry)).toBe(1);
});
