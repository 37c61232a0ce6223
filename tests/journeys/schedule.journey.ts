import { expect, expectNoFaults, look, test } from '../support/journey.ts';
import { withoutAnswers } from '../support/page-answers.ts';
import {
  classCard,
  earlierWeek,
  expectToast,
  hold,
  laterWeek,
  refuse,
  slot,
  title,
} from '../support/student-pages.ts';

const marcus = 'mid-course@demo.test';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

for (const width of [390, 1280]) {
  look(`the schedule and its dialogs have no faults at ${width} px`, async ({ signedInAs }) => {
    const page = await signedInAs(marcus);
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/schedule');
    await expect(title(page)).toHaveText('Your Course Schedule');
    await expectNoFaults(page);
    for (const [opener, heading] of [
      ['Reschedule', 'Reschedule Class 8'],
      ['Schedule Makeup', 'Schedule Makeup for Class 6'],
    ] as const) {
      await page.getByRole('button', { name: opener }).first().click();
      await expect(page.getByRole('dialog', { name: heading })).toBeVisible();
      await expect(slot(page, /^(Select Time|Current), /)).toBeVisible();
      await expectNoFaults(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: opener }).first()).toBeFocused();
    }
    await page.goto('/class-schedule');
    await expect(title(page)).toHaveText('Your Selected Class Schedule');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(
      [5, 6, 7, 8, 9, 10].map((n) => `Class ${n}`),
    );
    await expectNoFaults(page);
  });
}

look('the schedule tells past classes from those to come', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await page.goto('/schedule');
  await expect(
    page.getByRole('heading', { name: 'One Day Yoga & Meditation Retreat at the Lakeside House' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Register' })).toBeHidden();
  await expect(page.getByText('Next steps for your TM course')).toBeVisible();

  const attended = classCard(page, 5);
  await expect(attended).toContainText('Completed');
  await expect(attended.getByRole('button', { name: 'Schedule Makeup' })).toBeHidden();
  await expect(attended.getByText('PT')).toBeHidden();
  await attended.getByRole('button', { name: 'Class 5' }).click();
  await expect(attended.getByText(/^\d+:00\s[AP]M\sPT/)).toBeVisible();

  const missed = classCard(page, 6);
  await expect(missed).toContainText('Sunday, October 18, 2026');
  await expect(missed).not.toContainText('Completed');
  await expect(missed).toContainText('We missed you in class 6.');
  await expect(missed.getByRole('button', { name: 'Schedule Makeup' })).toBeVisible();

  const next = classCard(page, 8);
  await expect(next).toContainText('Saturday, November 21, 2026');
  await expect(next).toContainText('9:00 AM PT · Instructor: Ruth');
  await expect(next).toContainText('Next');
  await expect(next.getByRole('button', { name: 'Reschedule' })).toBeVisible();
});

look(
  "Join Class opens the student's own link, else the class's, else only writes to the log",
  async ({ signedInAs }) => {
    const page = await signedInAs(marcus);
    const own = 'https://meet.test/own';
    const shared = 'https://meet.test/shared';
    await withoutAnswers(page);
    await page.route('**/api/schedule', async (route) => {
      const answer = await route.fetch();
      const links = [
        { classNumber: 8, own, shared },
        { classNumber: 9, own: null, shared },
        { classNumber: 10, own: null, shared: null },
      ];
      const json = await answer.json();
      for (const entry of json) {
        const link = links.find(({ classNumber }) => classNumber === entry.classNumber);
        entry.studentZoomJoinUrl = link?.own ?? null;
        entry.class.zoomJoinUrl = link?.shared ?? null;
      }
      await route.fulfill({ json });
    });
    const logged: string[] = [];
    page.on('console', (message) => void logged.push(message.text()));
    await page.goto('/schedule');
    const join = (classNumber: number) => classCard(page, classNumber).getByText('Join Class');
    await expect(join(8)).toHaveAttribute('href', own);
    await expect(join(8)).toHaveAttribute('target', '_blank');
    await expect(join(9)).toHaveAttribute('href', shared);
    await join(10).click();
    await expect.poll(() => logged).toContainEqual(expect.stringContaining('no meeting link'));
    expect(page.context().pages()).toHaveLength(1);
  },
);

test('a class is rescheduled to another week', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await page.goto('/schedule');
  await classCard(page, 8).getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule Class 8' });
  const confirm = dialog.getByRole('button', { name: 'Reschedule', exact: true });
  await expect(
    dialog.getByRole('button', { name: /^Current, Saturday, November 21/ }),
  ).toBeDisabled();
  await expect(confirm).toBeDisabled();
  await expect(earlierWeek(dialog)).toBeDisabled();
  await laterWeek(dialog).click();
  await expect(dialog.getByRole('heading', { name: 'November 22 – November 28' })).toBeFocused();
  await slot(page, /^Select Time, Wednesday, November 25 at 5:00 PM PT/).click();

  await refuse(page, '**/api/register/reschedule/*', 'Please choose a later time.');
  await confirm.click();
  await expectToast(page, 'Reschedule Failed', 'Please choose a later time.');
  await page.locator('[data-toasts]').getByLabel('Close').click();

  const letGo = await hold(page, '**/api/register/reschedule/*');
  await confirm.click();
  await expect(dialog.getByRole('button', { name: 'Rescheduling...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  letGo();
  await expectToast(page, 'Class rescheduled successfully');
  await expect(dialog).toBeHidden();
  await expect(classCard(page, 8)).toContainText('Class 8 (rescheduled)');
  await expect(classCard(page, 8)).toContainText('Wednesday, November 25, 2026');
  await expect(classCard(page, 8).getByRole('button', { name: 'Reschedule' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Google Calendar' })).toHaveCount(1);
});

look(
  'the time a student has already is not counted among those to choose',
  async ({ signedInAs }) => {
    const page = await signedInAs(marcus);
    await page.route('**/api/classes/reschedule-for-class/**', async (route) => {
      const answer = await (await route.fetch()).json();
      const current = answer.classes.filter(({ startTime }: { startTime: string }) =>
        startTime.startsWith('2026-11-21T17:00'),
      );
      await route.fulfill({ json: { ...answer, classes: current } });
    });
    await page.goto('/schedule');
    await classCard(page, 8).getByRole('button', { name: 'Reschedule' }).click();
    await expect(slot(page, /^Current, Saturday, November 21/)).toBeDisabled();
    const status = page.getByRole('dialog').getByRole('status');
    await expect(status).toHaveText('Your class is already at this time. This week has no other.');
  },
);

look(
  'a week without a time says why, and which is the next that has one',
  async ({ signedInAs }) => {
    const page = await signedInAs(marcus);
    await page.goto('/schedule');
    await classCard(page, 10).getByRole('button', { name: 'Reschedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reschedule Class 10' });
    const week = (day: string) => dialog.getByRole('heading', { name: `Week of ${day}` });
    await laterWeek(dialog).click();
    await expect(week('January 3 – January 9, 2027')).toBeFocused();
    await expect(
      dialog.getByText('There is no time for class 10 in this week.').first(),
    ).toBeVisible();
    await expectNoFaults(page);
    await dialog.getByRole('button', { name: 'Next free: week of January 10' }).click();
    for (const day of ['January 3', 'December 27', 'December 20', 'December 13', 'December 6']) {
      await earlierWeek(dialog).click();
      await expect(week(day)).toBeFocused();
    }
    const words = 'You already have a class scheduled for this week. Please try another week.';
    await expect(dialog.getByText(words).first()).toBeVisible();
    await expect(
      dialog.getByRole('button', { name: 'Next free: week of December 13' }),
    ).toBeVisible();
  },
);

test('a class missed today is made up in a week to come', async ({ signedInAs, portal }) => {
  portal.clock.moveTo(new Date('2026-11-23T18:00:00Z'));
  const page = await signedInAs(marcus);
  await page.goto('/schedule');
  const card = classCard(page, 8);
  await expect(card.getByRole('link', { name: 'Join Class' })).toBeHidden();
  await card.getByRole('button', { name: 'Schedule Makeup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule Makeup for Class 8' });
  await expect(earlierWeek(dialog)).toBeDisabled();
  await slot(page, /^Select Time, Wednesday, November 25 at 5:00 PM PT/).click();
  await refuse(page, '**/api/register/makeup/*', 'Only a class that you missed can be made up.');
  const confirm = dialog.getByRole('button', { name: 'Schedule Makeup', exact: true });
  await confirm.click();
  await expectToast(page, 'Scheduling Failed', 'Only a class that you missed can be made up.');
  await confirm.click();
  await expectToast(page, 'Makeup class scheduled successfully');
  await expect(card).toContainText('Class 8 (rescheduled)');
  await expect(card).toContainText('Wednesday, November 25, 2026');
  await expect(page.getByRole('heading', { name: 'Class 8 (rescheduled)' })).toBeFocused();
});

test('a page left open follows a class that was moved in another tab', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await page.clock.install();
  await page.goto('/schedule');
  await expect(classCard(page, 8)).toContainText('November 21');
  const other = await page.context().newPage();
  await other.goto('/schedule');
  await classCard(other, 8).getByRole('button', { name: 'Reschedule' }).click();
  await expect(slot(other, /^Current, /)).toBeVisible();
  await laterWeek(other).click();
  await slot(other, /^Select Time, Wednesday, November 25/).click();
  const confirm = { name: 'Reschedule', exact: true };
  await other.getByRole('dialog').getByRole('button', confirm).click();
  await expectToast(other, 'Class rescheduled successfully');

  await page.clock.fastForward(31_000);
  await classCard(page, 8).getByRole('button', { name: 'Reschedule' }).click();
  await expect(slot(page, /^Current, Wednesday, November 25/)).toBeDisabled();
  await slot(page, /^Select Time, Saturday, November 28/).click();
  await page.getByRole('dialog').getByRole('button', confirm).click();
  await expectToast(page, 'Class rescheduled successfully');
  await expect(classCard(page, 8)).toContainText('Saturday, November 28, 2026');
});
