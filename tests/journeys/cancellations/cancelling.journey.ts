import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { classes, people, registrations } from '../../../src/server/database/schema.ts';
import { pickDate } from '../../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import type { Portal } from '../../support/portal.ts';
import { expectToast } from '../../support/student-pages.ts';

const admin = 'admin@demo.test';
const student = 'mid-course@demo.test';

/** The classes to come of somebody, soonest first. */
function upcomingOf({ database, clock }: Portal, email: string) {
  return database
    .select({ classId: classes.id, classNumber: registrations.classNumber, id: registrations.id })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(people, eq(people.id, registrations.studentId))
    .where(
      and(
        eq(people.email, email),
        isNull(registrations.cancelledAt),
        gt(classes.startsAt, clock.now()),
      ),
    )
    .orderBy(asc(classes.startsAt));
}

test('a class with people in it is cancelled, its student chooses again, and another is given back', async ({
  signedInAs,
  portal,
}) => {
  // A whole path, of an admin and a student.
  test.slow();
  const [first, second] = await upcomingOf(portal, student);
  if (!first || !second) throw new Error('nothing is registered');
  const page = await signedInAs(admin);
  await page.goto(`/admin/classes/${first.classId}`);
  await page.getByRole('button', { name: 'Cancel Class' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this class?' });
  await expect(dialog.getByText(/will be told$/)).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Who is told' })).toContainText(
    `class ${first.classNumber}`,
  );
  await dialog.getByLabel('Reason').fill('The teacher is ill');
  await expect(dialog.getByText(/^They are told 10 minutes later/)).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await dialog.getByRole('button', { name: 'Cancel Class' }).dblclick();
  await expectToast(page, 'Class cancelled');
  await expect(page.getByText(/^Cancelled: /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Zoom Meeting' })).toBeHidden();

  const own = await signedInAs(student);
  await own.goto(`/schedule?choose=${first.id}`);
  const choosing = own.getByRole('dialog', {
    name: `Choose a New Time for Class ${first.classNumber}`,
  });
  await expect(choosing).toBeVisible();
  await choosing.getByRole('button', { name: 'Cancel' }).click();
  await expect(own).toHaveURL(/\/schedule$/);
  const card = own.getByRole('listitem').filter({ hasText: 'The teacher is ill' });
  await expect(card).toContainText('We are sorry: the class on');
  await expectNoFaultsAtAnyWidth(own);
  await card.getByRole('button', { name: 'Choose a New Time' }).click();
  await choosing.getByRole('button', { name: / PT/ }).first().click();
  await choosing.getByRole('button', { name: 'Choose This Time' }).click();
  await expectToast(own, 'Class time selected successfully');
  await expect(card).toBeHidden();

  await page.goto(`/admin/classes/${second.classId}`);
  await page.getByRole('button', { name: 'Cancel Class' }).click();
  await page.getByLabel('Reason').fill('A mistake');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Class' }).click();
  await expectToast(page, 'Class cancelled');
  await own.reload();
  await expect(own.getByText('Reason: A mistake')).toBeVisible();
  await page.goto('/admin');
  const note = page.getByText('A mistake · by').locator('../..');
  await note.getByRole('button', { name: /^Undo/ }).click();
  await expectToast(page, 'Cancellation undone');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByText('A mistake · by')).toBeHidden();
  await own.reload();
  await expect(own.getByRole('heading', { name: 'Your Course Schedule' })).toBeVisible();
  await expect(own.getByText('Reason: A mistake')).toBeHidden();
});

test('days without classes are closed, skipped by Add Classes, and opened again', async ({
  signedInAs,
}) => {
  const page = await signedInAs(admin);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Select Several' }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.getByRole('checkbox', { name: 'Mon, Nov 16, 2026 at 12:00 PM PT' }).check();
  await expect(page.getByText(/^1 of \d+ classes selected$/)).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Select Several' })).toBeFocused();
  await page.getByRole('button', { name: 'Days Without Classes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Days without classes' });
  await pickDate(page, 'First Day', 'December 24, 2026');
  await pickDate(page, 'Last Day', 'December 26, 2026');
  await dialog.getByLabel('Name').fill('Holiday');
  await expect(dialog.getByText('5 classes will be cancelled.')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await dialog.getByRole('button', { name: 'Close and Cancel 5 Classes' }).click();
  await expectToast(page, 'Days closed');

  await page.getByRole('button', { name: 'Add Classes' }).click();
  await pickDate(page, 'Date', 'December 18, 2026');
  await page.getByLabel('Time Slot').selectOption('8AM');
  await page.getByLabel('Add Multiple').selectOption({ label: '4 classes' });
  await expect(page.getByText('Skipped: Holiday, December 25')).toBeVisible();
  await page.getByRole('button', { name: 'Create 3 Classes' }).click();
  await expectToast(page, '3 class(es) created successfully');

  await page.getByRole('button', { name: 'Days Without Classes' }).click();
  await dialog.getByRole('button', { name: /^Remove/ }).click();
  await expectToast(page, 'Classes can be added there again');
  await expect(dialog.getByText('Holiday', { exact: true })).toBeHidden();
});
