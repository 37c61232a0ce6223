import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { scheduleEntry, slotAt, studentAnswers, weekOf } from '../testing/fixtures.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';

const offers = 'GET /api/classes/reschedule-for-class/:registrationId/:weekOffset';
const reschedule = 'PATCH /api/register/reschedule/:registrationId';
const current = slotAt(106, '2026-11-18T17:00:00.000Z');
const friday = slotAt(2, '2026-11-20T18:00:00.000Z');
const moved = scheduleEntry(6, { classId: 2, isRescheduled: true });

const openSchedule = (answers: Answers, now?: Date) =>
  openPage('/schedule', {
    user: userOf('student', { retreatContinueClicked: true, textContinueClicked: true }),
    answers: { ...studentAnswers, 'GET /api/class-time-wish': null, ...answers },
    ...(now && { now }),
  });

async function openMove(answers: Answers, opener = 'Reschedule') {
  const page = await openSchedule(answers);
  const [button] = await screen.findAllByRole('button', { name: opener });
  button?.focus();
  await page.press('{Enter}');
  const dialog = await screen.findByRole('dialog');
  const inDialog = (name: string | RegExp) =>
    within(dialog).findByRole<HTMLButtonElement>('button', { name });
  return { ...page, dialog, inDialog };
}

test('the current time cannot be chosen, and Reschedule needs another time', async () => {
  const { dialog, inDialog, mouse } = await openMove({ [offers]: weekOf([current, friday]) });
  expect(dialog.textContent).toContain('Reschedule Class 6');
  expect((await inDialog(/^Current, Wednesday, November 18/)).disabled).toBe(true);
  expect((await inDialog('Reschedule')).disabled).toBe(true);
  await mouse.click(await inDialog(/^Select Time, Friday/));
  expect((await inDialog('Reschedule')).disabled).toBe(false);
});

test('the dialog itself has the focus until its class times load', async () => {
  const { answer, letGo } = hold(() => weekOf([current, friday]));
  const { dialog, inDialog } = await openMove({ [offers]: answer });
  await waitFor(() => expect(document.activeElement).toBe(dialog));
  letGo();
  await inDialog(/^Select Time, Friday/);
});

test('a refused move shows the reason and keeps the choice, and a saved one marks its class', async () => {
  const { answer, letGo } = hold(() => moved);
  let tries = 0;
  let isMoved = false;
  const page = await openMove({
    [offers]: weekOf([current, friday]),
    [reschedule]: async () => {
      if (tries++ === 0) return new Refusal(409, 'Please choose a later time.');
      const saved = await answer();
      isMoved = true;
      return saved;
    },
    'GET /api/schedule': () =>
      [5, 6, 7, 8, 9, 10].map((n) => (n === 6 && isMoved ? moved : scheduleEntry(n))),
  });
  await page.mouse.click(await page.inDialog(/^Select Time, Friday/));
  await page.mouse.click(await page.inDialog('Reschedule'));
  await page.sees('Reschedule Failed');
  await page.sees('Please choose a later time.');
  await page.inDialog(/^Selected, Friday/);
  await page.mouse.click(await page.inDialog('Reschedule'));
  await page.inDialog('Rescheduling...');
  await page.press('{Escape}');
  await page.inDialog('Rescheduling...');
  letGo();
  await page.sees('Class rescheduled successfully');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByRole('heading', { name: 'Class 6 (rescheduled)' });
  expect(page.changes().at(-1)).toMatchObject({
    params: { registrationId: '6' },
    body: { newClassId: 2 },
  });
});

test('a move can be undone from its class’s card, and a refused undo shows the reason', async () => {
  let isMoved = false;
  let tries = 0;
  const page = await openMove({
    [offers]: weekOf([current, friday]),
    [reschedule]: () => {
      isMoved = true;
      return moved;
    },
    'POST /api/register/undo/:registrationId': () => {
      if (tries++ === 0) return new Refusal(409, 'It is too late for that.');
      isMoved = false;
      return scheduleEntry(6);
    },
    'GET /api/schedule': () =>
      [5, 6, 7, 8, 9, 10].map((n) => (n === 6 && isMoved ? moved : scheduleEntry(n))),
  });
  await page.mouse.click(await page.inDialog(/^Select Time, Friday/));
  await page.mouse.click(await page.inDialog('Reschedule'));
  await page.click('Undo the change to Class 6');
  await page.sees('We couldn’t undo the change');
  await page.sees('It is too late for that.');
  await page.click('Undo the change to Class 6');
  await page.sees('Change undone');
  await screen.findByRole('heading', { name: 'Class 6' });
});

test('moving a class closes the request for other times', async () => {
  const page = await openMove({
    [offers]: weekOf([current, friday]),
    [reschedule]: moved,
    'GET /api/class-time-wish': {
      classNumber: 6,
      days: ['Friday'],
      hours: [],
      comment: '',
      sentAt: '2026-11-16T17:00:00.000Z',
    },
  });
  await page.inDialog('See the times you asked for');
  await page.mouse.click(await page.inDialog(/^Select Time, Friday/));
  await page.mouse.click(await page.inDialog('Reschedule'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [again] = await screen.findAllByRole('button', { name: 'Reschedule' });
  if (again) await page.mouse.click(again);
  await screen.findByRole('button', { name: 'No time works? Tell us' });
});

test('a canceled class gets a new time, and a refusal keeps the choice', async () => {
  const page = await openMove(
    {
      'GET /api/schedule': [5, 6, 7, 8, 9, 10].map((n) =>
        scheduleEntry(n, n === 6 ? { cancellation: { reason: 'Flu', isOfPlace: false } } : {}),
      ),
      [offers]: weekOf([friday]),
      [reschedule]: new Refusal(409, 'That time has just filled up.'),
    },
    'Pick a New Time',
  );
  await page.sees('Reason: Flu');
  expect(page.dialog.textContent).toContain('Pick a New Time for Class 6');
  await page.mouse.click(await page.inDialog(/^Select Time, Friday/));
  await page.mouse.click(await page.inDialog('Save New Time'));
  await page.sees('We couldn’t save the new time');
  await page.sees('That time has just filled up.');
  await page.inDialog(/^Selected, Friday/);
});

test('a student whose registration was canceled may pick the same class again', async () => {
  const page = await openMove(
    {
      'GET /api/schedule': [5, 6, 7, 8, 9, 10].map((n) =>
        scheduleEntry(n, n === 6 ? { cancellation: { reason: 'Mix-up', isOfPlace: true } } : {}),
      ),
      [offers]: weekOf([current]),
    },
    'Pick a New Time',
  );
  expect((await page.inDialog(/^Select Time, Wednesday, November 18/)).disabled).toBe(false);
});

test('a refused makeup shows the reason and keeps the choice', async () => {
  const page = await openMove(
    {
      'GET /api/attendance': [],
      'GET /api/classes/makeup-for-class/:registrationId/:weekOffset': weekOf([friday], {
        firstFutureWeek: 1,
      }),
      'PATCH /api/register/makeup/:registrationId': new Refusal(409, 'It was not missed.'),
    },
    'Schedule Makeup',
  );
  await page.mouse.click(await page.inDialog(/^Select Time, Friday/));
  await page.mouse.click(await page.inDialog('Schedule Makeup'));
  await page.sees('Scheduling Failed');
  await page.sees('It was not missed.');
  await page.inDialog(/^Selected, Friday/);
});

test('the student’s current time is not counted among the choices', async () => {
  const page = await openMove({ [offers]: weekOf([current]) });
  await page.inDialog(/^Current, Wednesday/);
  await page.sees('This is your current time. There are no other times this week.');
});

test('the arrows are above the times, so they stay in place when another week has more or fewer', async () => {
  const page = await openMove({ [offers]: weekOf([friday]) });
  const later = await page.inDialog(/^Later Week/);
  const slot = await page.inDialog(/^Select Time, Friday/);
  expect(later.compareDocumentPosition(slot)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a week without times says why and leads to the next week with one', async () => {
  const page = await openMove({
    [offers]: ({ params }) =>
      params.weekOffset === '2'
        ? weekOf([friday])
        : weekOf([], { canGoBack: false, nextFreeWeek: 2, emptyWeek: { reason: 'week-taken' } }),
  });
  await page.sees('You already have a class scheduled for this week. Please try another week.');
  expect((await page.inDialog(/^Earlier Week/)).disabled).toBe(true);
  await page.mouse.click(await page.inDialog(/^Next Open Week: November 29/));
  await page.inDialog(/^Select Time, Friday/);
});

test('an open page updates when its class is over', async () => {
  const now = new Date('2026-11-16T18:00:00Z');
  const page = await openSchedule(
    { [offers]: new Refusal(409, 'This class is over, so you can no longer reschedule it.') },
    now,
  );
  const [button] = await screen.findAllByRole('button', { name: 'Reschedule' });
  now.setTime(Date.parse('2026-11-18T18:30:00Z'));
  if (button) await page.mouse.click(button);
  await page.sees('This class is over, so you can no longer reschedule it.');
  await page.click('Cancel');
  await screen.findByRole('button', { name: 'Schedule Makeup' });
});
