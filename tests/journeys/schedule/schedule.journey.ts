import { expect, expectNoFaultsAtAnyWidth, look, test } from '../../support/journey.ts';
import {
  classCard,
  earlierWeek,
  expectToast,
  laterWeek,
  slot,
  title,
} from '../../support/student-pages.ts';

const marcus = 'mid-course@demo.test';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

look(
  'the schedule separates past and upcoming classes, and neither it nor its dialogs have faults',
  async ({ signedInAs }) => {
    const page = await signedInAs(marcus);
    await page.goto('/schedule');
    await expect(title(page)).toHaveText('Your Course Schedule');
    await expect(
      page.getByRole('heading', {
        name: 'One Day Yoga & Meditation Retreat at the Lakeside House',
      }),
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
    await expect(missed).toContainText('We missed you in Class 6.');

    const next = classCard(page, 8);
    await expect(next).toContainText('Saturday, November 21, 2026');
    await expect(next).toContainText('9:00 AM PT · Instructor: Ruth');
    await expect(next).toContainText('Next');
    await expect(next.getByText('Join Class')).toBeVisible();
    await expectNoFaultsAtAnyWidth(page);

    for (const [card, opener, heading] of [
      [next, 'Reschedule', 'Reschedule Class 8'],
      [missed, 'Schedule Makeup', 'Schedule Makeup for Class 6'],
    ] as const) {
      await card.getByRole('button', { name: opener }).click();
      await expect(page.getByRole('dialog', { name: heading })).toBeVisible();
      await expect(slot(page, /^(Select Time|Current), /)).toBeVisible();
      await expectNoFaultsAtAnyWidth(page);
      await page.keyboard.press('Escape');
      await expect(card.getByRole('button', { name: opener })).toBeFocused();
    }
    await page.goto('/class-schedule');
    await expect(title(page)).toHaveText('Your Selected Class Schedule');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(
      [5, 6, 7, 8, 9, 10].map((n) => `Class ${n}`),
    );
    await expectNoFaultsAtAnyWidth(page);
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

  await confirm.click();
  await expectToast(page, 'Class rescheduled successfully');
  await expect(dialog).toBeHidden();
  await expect(classCard(page, 8)).toContainText('Class 8 (rescheduled)');
  await expect(classCard(page, 8)).toContainText('Wednesday, November 25, 2026');
  await expect(classCard(page, 8).getByRole('button', { name: 'Reschedule' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Add to Calendar' })).toHaveCount(1);
});

test('a class missed this week is made up at a later time', async ({ signedInAs, portal }) => {
  portal.clock.moveTo(new Date('2026-11-23T18:00:00Z'));
  const page = await signedInAs(marcus);
  await page.goto('/schedule');
  const card = classCard(page, 8);
  await expect(card.getByRole('link', { name: 'Join Class' })).toBeHidden();
  await card.getByRole('button', { name: 'Schedule Makeup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule Makeup for Class 8' });
  await expect(earlierWeek(dialog)).toBeDisabled();
  await slot(page, /^Select Time, Wednesday, November 25 at 5:00 PM PT/).click();
  const confirm = dialog.getByRole('button', { name: 'Schedule Makeup', exact: true });
  await confirm.click();
  await expectToast(page, 'Makeup class scheduled successfully');
  await expect(card).toContainText('Class 8 (rescheduled)');
  await expect(card).toContainText('Wednesday, November 25, 2026');
  await expect(page.getByRole('heading', { name: 'Class 8 (rescheduled)' })).toBeFocused();
});
