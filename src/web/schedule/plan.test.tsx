import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, offline, Refusal } from '../testing/fake-api.ts';
import { scheduleEntry, slotAt, weekOf } from '../testing/fixtures.ts';
import { openPage, primaryButtons, userOf } from '../testing/open-page.tsx';

/** Class 5 is on a Monday at 6 PM. January has no class at that time, and February has none. */
const mondays = [
  ['2026-11-24T02:00:00.000Z', 6],
  ['2026-12-01T02:00:00.000Z', 7],
  ['2026-12-29T02:00:00.000Z', 8],
  ['2027-01-28T02:00:00.000Z', 9],
] as const;
const fiveOnly = [
  scheduleEntry(5, { class: { ...scheduleEntry(5).class, startTime: '2026-11-17T02:00:00.000Z' } }),
];
const proposal = {
  classes: [
    ...mondays.map(([startTime, classNumber]) => ({
      classNumber,
      slot: slotAt(classNumber, startTime),
    })),
    { classNumber: 10, slot: null },
  ],
};

const openCourse = (path: string, answers: Answers = {}) =>
  openPage(path, {
    user: userOf('student'),
    answers: {
      'GET /api/schedule': fiveOnly,
      'GET /api/class-time-wish': null,
      'GET /api/plan': proposal,
      'GET /api/classes/available': {
        ...weekOf([slotAt(20, '2026-12-02T00:00:00.000Z')]),
        nextClassNumber: 6,
      },
      ...answers,
    },
  });
const openPlan = (answers: Answers = {}) => openCourse('/onboarding?resume=1&plan=1', answers);
const row = async (classNumber: number) => {
  const heading = await screen.findByRole('heading', { name: `Class ${classNumber}` });
  return heading.closest('li')?.textContent ?? '';
};
const change = (classNumber: number) =>
  screen.findByRole('button', { name: `Change Class ${classNumber}` });

test('a student who declines the plan chooses one by one and is not asked again', async () => {
  const page = await openCourse('/onboarding?resume=1');
  await screen.findByRole('heading', {
    name: /^Keep Mondays at 6:00\sPM\sPT for your other classes\?$/,
  });
  await page.click('No, I’ll Choose One by One');
  const title = screen.getByRole('heading', { level: 1 });
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(screen.queryByRole('link', { name: /^Yes, Plan All/ })).toBeNull();
});

test('the offer to plan has the only primary button until a time is chosen, and then Continue does', async () => {
  const page = await openCourse('/onboarding?resume=1');
  await page.sees('Yes, Plan All Five');
  expect(primaryButtons()).toEqual(['Yes, Plan']);
  await page.click(/^Select Time/);
  await page.sees('Continue');
  expect(primaryButtons()).toEqual(['Continue']);
});

test('every class has a row that shows how it differs from the usual time', async () => {
  const page = await openPlan();
  await screen.findByRole('heading', { level: 1, name: 'Your six classes' });
  expect(await row(5)).toContain('Registered');
  expect(await row(6)).toMatch(/Mon, Nov.23 · 6:00.PM.PT/);
  expect(await row(6)).not.toContain('not a Monday');
  expect(await row(9)).toContain('not a Monday');
  expect(await row(10)).toContain('There are no times yet. You can choose one later.');
  await page.sees('Classes 8 to 10 are about a month apart.');
  await screen.findByRole('button', { name: 'Register All Four' });
});

test('a class changed into another one’s week shows the conflict, and nothing is registered', async () => {
  const page = await openPlan();
  await page.click('Change Class 6');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Class 6' }));
  await page.click(/^Select Time, Tuesday/);
  await page.mouse.click(dialog.getByRole('button', { name: 'Use This Time' }));
  await page.sees(/^You already have a class scheduled for this week\./);
  expect(await row(6)).toMatch(/Tue, Dec.1 · 4:00.PM.PT/);
  await page.click('Register All Four');
  await waitFor(async () => expect(document.activeElement).toBe(await change(7)));
  expect(page.changes()).toEqual([]);
});

test('a plan that fails to register keeps its times and names the unavailable ones', async () => {
  const problems = [{ classNumber: 7, message: 'This class is no longer offered.' }];
  let tries = 0;
  const page = await openPlan({
    'POST /api/plan': () =>
      tries++ === 0 ? offline : new Refusal(409, 'Some have gone.', { current: { problems } }),
  });
  await page.click('Register All Four');
  await page.sees(/We couldn’t reach the portal\./);
  await page.click('Register All Four');
  await page.sees('Registration Failed');
  await page.sees('Some have gone.');
  await page.sees('This class is no longer offered.');
  await waitFor(async () => expect(document.activeElement).toBe(await change(7)));
  expect(await row(6)).toMatch(/Mon, Nov.23/);
});
