import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancellationsOf, classesOf } from '../../../../tests/support/canceling.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { meetingsOf } from '../../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { addClassOn, clearClasses, openStudent } from '../../../../tests/support/students.ts';

let portal: Portal;
let world: ReturnType<typeof cancellationsOf>;
let admin: Awaited<ReturnType<typeof world.openAdmin>>;

beforeAll(async () => {
  portal = await openPortal();
  world = cancellationsOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  await portal.database.execute('delete from closed_dates');
  admin = await world.openAdmin();
});

const holidays = { firstDate: '2026-12-24', lastDate: '2027-01-02' };
const close = (range: object = holidays) =>
  admin.post('/api/admin/closed-dates', { name: 'Winter holidays', ...range });
const fieldsOn = (date: string) => ({
  pacificDate: `${date}T12:00:00`,
  timeSlot: '4PM',
  dayOfWeek: 'Friday',
  classType: 'Weekly',
});
const add = (date: string) =>
  admin.post('/api/classes/test', {
    ...fieldsOn(date),
    startTime: `${date}T23:00:00Z`,
    weekIndex: 0,
    totalCount: 1,
  });

test('closing dates cancels every class in them, both ends included, as one change', async () => {
  const before = await addClassOn(portal, '2026-12-23', '8PM');
  const first = await addClassOn(portal, '2026-12-24', '8AM');
  const last = await addClassOn(portal, '2027-01-02', '8PM');
  const after = await addClassOn(portal, '2027-01-03', '8AM');
  const student = await openStudent(portal);
  for (const id of [first, last]) await student.choose(id);
  const { body: preview } = await admin.post('/api/admin/closed-dates/preview', holidays);
  expect(preview.classes.map(({ id }: { id: number }) => id)).toEqual([first, last]);
  expect(preview.people).toMatchObject([{ id: student.id, classNumbers: [5, 6] }]);
  expect((await close()).body).toMatchObject({ ...holidays, name: 'Winter holidays' });
  expect(await classesOf(student)).toEqual([
    [5, first, true],
    [6, last, true],
  ]);
  const { body: listed } = await admin.get('/api/classes/all');
  expect(listed.map(({ id }: { id: number }) => id)).toEqual([before, after]);
  await world.passUndo();
  const [mail, ...others] = await world.mailsTo(student.email);
  expect([mail?.subject, others]).toEqual(['Classes 5 and 6 are canceled', []]);
  expect(mail?.text).toContain('Reason: Winter holidays');
});

test('no class can be added on or moved to a closed day until it is reopened', async () => {
  const elsewhere = await addClassOn(portal, '2026-12-18');
  const { body: closed } = await close();
  const refusal =
    'There are no classes on December 25: Winter holidays. Please choose another day.';
  expect((await add('2026-12-25')).body.message).toBe(refusal);
  const moved = await admin.patch(`/api/classes/${elsewhere}`, fieldsOn('2026-12-25'));
  expect([moved.status, moved.body.message]).toEqual([409, refusal]);
  expect((await admin.get('/api/admin/closed-dates')).body).toHaveLength(1);
  expect((await admin.delete(`/api/admin/closed-dates/${closed.id}`)).status).toBe(200);
  expect((await admin.delete(`/api/admin/closed-dates/${closed.id}`)).status).toBe(404);
  expect((await add('2026-12-25')).status).toBe(200);
});

test('an undo reopens the closed dates', async () => {
  const classId = await addClassOn(portal, '2026-12-25');
  await close();
  const { body: open } = await admin.get('/api/admin/cancellations');
  expect(open[0]).toMatchObject({ reason: 'Winter holidays', classes: [{ id: classId }] });
  expect((await admin.undo(open[0].id)).body).toMatchObject({ classes: 1, classesLeft: [] });
  expect((await admin.get('/api/admin/closed-dates')).body).toEqual([]);
});

test('a class is not restored on dates that were closed in the meantime', async () => {
  const classId = await addClassOn(portal, '2026-12-25');
  const { body } = await admin.cancel(classId);
  await close();
  const { body: undone } = await admin.undo(body.id);
  const reason = 'that day is closed (Winter holidays)';
  expect(undone).toMatchObject({ classes: 0, classesLeft: [{ id: classId, reason }] });
});

test('closing the same dates twice makes one closure, and its undo restores the classes', async () => {
  const classId = await addClassOn(portal, '2026-12-25');
  const student = await openStudent(portal);
  await student.choose(classId);
  const answers = await Promise.all([close(), close({ ...holidays, name: 'Holidays' })]);
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  const { cancellationId } = await meetingsOf(portal).classRow(classId);
  expect((await admin.undo(cancellationId ?? 0)).body).toMatchObject({
    classes: 1,
    studentsLeft: 0,
  });
  expect((await admin.get('/api/admin/closed-dates')).body).toEqual([]);
});

test('an undo that restores nothing leaves the dates closed, and works once nothing blocks it', async () => {
  await addClassOn(portal, '2026-12-25');
  await close();
  const { body: open } = await admin.get('/api/admin/cancellations');
  const { body: other } = await close({ firstDate: '2026-12-25', lastDate: '2026-12-25' });
  expect((await admin.undo(open[0].id)).body.classes).toBe(0);
  expect((await admin.get('/api/admin/closed-dates')).body).toHaveLength(2);
  await admin.delete(`/api/admin/closed-dates/${other.id}`);
  expect((await admin.undo(open[0].id)).body.classes).toBe(1);
});

test('no class can be added to dates while they are being closed', async () => {
  const days = ['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-27'];
  await Promise.all([...days.map(add), close(), ...days.map((day) => add(day))]);
  expect((await admin.get('/api/classes/all')).body).toEqual([]);
});

test('closing today leaves a class alone that has already started', async () => {
  const running = await addClassOn(portal, '2026-11-16', '10AM');
  const tonight = await addClassOn(portal, '2026-11-16', '5PM');
  await close({ firstDate: '2026-11-16', lastDate: '2026-11-16' });
  const { cancellationId } = await meetingsOf(portal).classRow(running);
  expect(cancellationId).toBeNull();
  expect((await meetingsOf(portal).classRow(tonight)).cancellationId).not.toBeNull();
});

test('past dates and dates in the wrong order are refused', async () => {
  const past = await close({ firstDate: '2026-11-15', lastDate: '2026-12-01' });
  expect([past.status, past.body.message]).toEqual([400, 'Please select today or a later day.']);
  const wrong = await close({ firstDate: '2026-12-02', lastDate: '2026-12-01' });
  expect([wrong.status, wrong.body.field]).toEqual([400, 'lastDate']);
  const none = await close({ firstDate: '2026-02-30', lastDate: '2026-12-01' });
  expect(none.body.message).toBe('Please select a date');
});
