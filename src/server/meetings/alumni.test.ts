import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { untilWaiting } from '../../../tests/support/row-locks.ts';
import { openStudent, type Student } from '../../../tests/support/students.ts';
import { alumniJoins, classes, people } from '../database/schema.ts';

let portal: Portal;
let world: ReturnType<typeof meetingsOf>;
let aiko: Student;
const added: string[] = [];
let answered: Promise<unknown> = Promise.resolve();

beforeAll(async () => {
  portal = await openPortal({
    meetings: (real) => ({
      ...real,
      async addRegistrant(host, meetingId, guest) {
        added.push(guest.email);
        await answered;
        return real.addRegistrant(host, meetingId, guest);
      },
    }),
  });
  world = meetingsOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  await world.forgetDemoClasses();
  aiko = await openStudent(portal, { role: 'alumni', firstName: 'Aiko' });
  added.length = 0;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.faults();
  await world.finishJobs();
});

const join = (id: number, who = aiko) => who.post(`/api/alumni/classes/${id}/join`);
const list = async () => (await aiko.get('/api/alumni/classes')).body;
const minute = 60_000;
const fromNow = (minutes: number) =>
  new Date((Math.floor(portal.clock.now().getTime() / minute) + minutes) * minute).toISOString();
/** Stops the clock that limits how long we wait for Zoom. Call the returned function to advance it. */
function stopTime(): (milliseconds: number) => void {
  const start = performance.now();
  const now = vi.spyOn(performance, 'now').mockReturnValue(start);
  return (milliseconds) => now.mockReturnValue(start + milliseconds);
}

function holdZoom(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  answered = promise;
  return resolve;
}
const sharedLink = async (id: number) => (await world.classRow(id)).zoomJoinUrl;

test('every class of both types is listed, soonest first, until one hour after its start', async () => {
  const later = await world.addClass(fromNow(60 * 24 * 90), { classType: 'Monthly' });
  const running = await world.addMeeting(fromNow(-59), {
    instructorId: await world.personId('teacher@demo.test'),
  });
  const soon = await world.addClass(fromNow(30));
  await world.addClass(fromNow(-61));
  await world.addClass(fromNow(40), { deletedAt: portal.clock.now() });

  const { startsAt, zoomMeetingId } = await world.classRow(running);
  expect(zoomMeetingId).not.toBeNull();
  const [first, ...others] = await list();
  expect(first).toEqual({
    id: running,
    startTime: startsAt.toISOString(),
    instructorFirstName: 'Daniel',
    zoomMeetingId,
  });
  expect(others).toMatchObject([
    { id: soon, instructorFirstName: null, zoomMeetingId: null },
    { id: later },
  ]);
});

test('a join returns a personal link', async () => {
  const id = await world.addMeeting(fromNow(30));
  const { status, body } = await join(id);
  expect(status).toBe(200);
  expect(body).toEqual({ classId: id, zoomJoinUrl: await world.link(aiko.id, id) });
  expect(body.zoomJoinUrl).not.toBe(await sharedLink(id));
});

test('eight presses at once create one registrant and return the same link', async () => {
  const id = await world.addMeeting(fromNow(30));
  const answers = await Promise.all(Array.from({ length: 8 }, () => join(id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const own = await world.link(aiko.id, id);
  expect(new Set(answers.map(({ body }) => body.zoomJoinUrl))).toEqual(new Set([own]));
  expect((await join(id)).body.zoomJoinUrl).toBe(own);
  await world.finishJobs();
  expect(await world.guests(id)).toHaveLength(1);
  expect(added).toHaveLength(1);
  expect(await portal.database.$count(alumniJoins)).toBe(1);
  expect(await aiko.queued()).toEqual([id]);
});

test('pressing again queues nothing unless the job failed, and the job has no delay', async () => {
  const id = await world.addMeeting(fromNow(30));
  for (const _twice of [1, 2]) await join(id);
  const queued = await portal.database.execute(
    sql`select start_after - created_on as delay from pgboss.job
      where name = 'sync-registrant' and data->>'personId' = ${String(aiko.id)}`,
  );
  expect(queued.rows).toEqual([{ delay: '00:00:00' }]);
});

test('a join waits for its person without locking the class, so an edit of both does not deadlock', async () => {
  const id = await world.addMeeting(fromNow(30));
  const { joined } = await portal.database.transaction(async (edit) => {
    await edit.select().from(people).where(eq(people.id, aiko.id)).for('update');
    const joined = join(id);
    await untilWaiting(portal);
    await edit.select().from(classes).where(eq(classes.id, id)).for('update');
    return { joined };
  });
  expect((await joined).status).toBe(200);
});

test('two people who join the same class get a link each', async () => {
  const id = await world.addMeeting(fromNow(30));
  const ben = await openStudent(portal, { role: 'alumni' });
  const [one, other] = await Promise.all([join(id), join(id, ben)]);
  expect(one.body.zoomJoinUrl).not.toBe(other.body.zoomJoinUrl);
  expect(await world.guests(id)).toHaveLength(2);
});

test('while Zoom is down, a join returns the shared link right away', async () => {
  const id = await world.addMeeting(fromNow(30));
  await world.faults({ down: true });
  stopTime();
  const { status, body } = await join(id);
  expect([status, body.zoomJoinUrl]).toEqual([200, await sharedLink(id)]);
});

test('pressing again once Zoom is back returns a personal link right away', async () => {
  const id = await world.addMeeting(fromNow(30));
  await world.faults({ status: 500 });
  expect((await join(id)).body.zoomJoinUrl).toBe(await sharedLink(id));
  await world.faults();
  const { body } = await join(id);
  expect(body.zoomJoinUrl).not.toBe(await sharedLink(id));
  expect(body.zoomJoinUrl).toBe(await world.link(aiko.id, id));
  await world.finishJobs();
  expect(await world.guests(id)).toHaveLength(1);
});

test('a join waits for Zoom for at most four seconds, polling less and less often', async () => {
  const id = await world.addMeeting(fromNow(30));
  const letGo = holdZoom();
  const setTime = stopTime();
  const joined = join(id);
  await expect.poll(() => added.length).toBe(1);
  setTime(3_400);
  const begun = Date.now();
  const looks = vi.spyOn(portal.database.$client, 'query');
  await expect.poll(() => looks.mock.calls.length).toBeGreaterThanOrEqual(4);
  expect(Date.now() - begun).toBeGreaterThan(400);
  setTime(4_000);
  const { body } = await joined;
  letGo();
  expect(body.zoomJoinUrl).toBe(await sharedLink(id));
  await world.link(aiko.id, id);
  expect((await join(id)).body.zoomJoinUrl).toBe(await world.link(aiko.id, id));
  expect(await world.guests(id)).toHaveLength(1);
});

test('no database connection is held while waiting for Zoom', async () => {
  const id = await world.addMeeting(fromNow(30));
  const letGo = holdZoom();
  const waiting = Array.from({ length: 30 }, () => join(id));
  await expect.poll(() => added.length).toBe(1);
  const held = () =>
    portal.database.execute(
      `select state from pg_stat_activity where datname = current_database()
       and application_name = 'course-portal' and state = 'idle in transaction'`,
    );
  await expect.poll(async () => (await held()).rows).toEqual([]);
  letGo();
  await Promise.all(waiting);
});

test('a class without a meeting returns no link right away', async () => {
  const id = await world.addClass(fromNow(30));
  stopTime();
  expect((await join(id)).body).toEqual({ classId: id, zoomJoinUrl: null });
});

test('a class that is over cannot be joined', async () => {
  const id = await world.addMeeting(fromNow(30));
  portal.clock.moveOn(91 * minute);
  const { status, body } = await join(id);
  expect([status, body.message]).toEqual([409, 'This class is over. Please choose another one.']);
  expect(await portal.database.$count(alumniJoins)).toBe(0);
});

test('returns 404 for a deleted or unknown class', async () => {
  const id = await world.addMeeting(fromNow(30));
  await portal.database.update(classes).set({ deletedAt: portal.clock.now() });
  for (const wrong of [id, 999_999]) {
    expect(await join(wrong)).toMatchObject({
      status: 404,
      body: { message: 'We couldn’t find this class. It may have been deleted.' },
    });
  }
  expect((await join(0)).status).toBe(404);
});

test('a student can neither see nor join alumni sessions', async () => {
  const id = await world.addMeeting(fromNow(30));
  const student = await openStudent(portal);
  expect((await student.get('/api/alumni/classes')).status).toBe(403);
  expect((await join(id, student)).status).toBe(403);
  expect(await portal.database.$count(alumniJoins)).toBe(0);
});
