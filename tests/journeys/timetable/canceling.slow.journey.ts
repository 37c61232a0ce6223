import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { classes, people, registrations } from '../../../src/server/database/schema.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import type { Portal } from '../../support/portal.ts';
import { expectToast } from '../../support/student-pages.ts';

const admin = 'admin@demo.test';
const student = 'mid-course@demo.test';

function upcomingOf({ database, clock }: Portal, email: string) {
  return database
    .select({ classId: classes.id, classNumber: registrations.classNumber, id: registrations.id })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(people, eq(people.id, registrations.studentId))
    .where(
      and(
        eq(people.email, email),
        isNull(registrations.endedAt),
        gt(classes.startsAt, clock.now()),
      ),
    )
    .orderBy(asc(classes.startsAt));
}

test('an admin cancels a class, its student picks a new time, and another cancellation is undone', async ({
  signedInAs,
  portal,
}) => {
  test.slow();
  const [first, second] = await upcomingOf(portal, student);
  if (!first || !second) throw new Error('nothing is registered');
  const page = await signedInAs(admin);
  await page.goto(`/admin/classes/${first.classId}`);
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Cancel Class' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this class?' });
  await expect(dialog.getByText(/^We’ll notify /)).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(
    `Class ${first.classNumber}`,
  );
  await dialog.getByLabel('Reason').fill('The teacher is ill');
  await expect(dialog.getByText(/^Messages will go out in 10 minutes/)).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await dialog.getByRole('button', { name: 'Cancel Class' }).dblclick();
  await expectToast(page, 'Class canceled');
  await expect(page.getByText(/^Canceled: /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Zoom Meeting' })).toBeHidden();

  const own = await signedInAs(student);
  await own.goto(`/schedule?choose=${first.id}`);
  const choosing = own.getByRole('dialog', {
    name: `Pick a New Time for Class ${first.classNumber}`,
  });
  await expect(choosing).toBeVisible();
  await choosing.getByRole('button', { name: 'Cancel' }).click();
  await expect(own).toHaveURL(/\/schedule$/);
  const card = own.getByRole('listitem').filter({ hasText: 'The teacher is ill' });
  await expect(card).toContainText('We’re sorry, but we had to cancel the class on');
  await expectNoFaultsAtAnyWidth(own);
  await card.getByRole('button', { name: 'Pick a New Time' }).click();
  await choosing.getByRole('button', { name: / PT/ }).first().click();
  await choosing.getByRole('button', { name: 'Save New Time' }).click();
  await expectToast(own, 'Class time selected successfully');
  await expect(card).toBeHidden();

  await page.goto(`/admin/classes/${second.classId}`);
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Cancel Class' }).click();
  await page.getByLabel('Reason').fill('A mistake');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Class' }).click();
  await expectToast(page, 'Class canceled');
  await own.reload();
  await expect(own.getByText('Reason: A mistake')).toBeVisible();
  await page.goto('/admin');
  const note = page.getByText('A mistake · canceled by').locator('../..');
  await note.getByRole('button', { name: /^Undo/ }).click();
  await expectToast(page, 'Cancellation undone');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByText('A mistake · canceled by')).toBeHidden();
  await own.reload();
  await expect(own.getByRole('heading', { name: 'Your Course Schedule' })).toBeVisible();
  await expect(own.getByText('Reason: A mistake')).toBeHidden();
});
