import type { Page } from '@playwright/test';
import { openTab, rowWith } from '../../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { expectToast } from '../../support/student-pages.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const timeline = (page: Page) => page.getByRole('region', { name: 'What happened' });
const notes = (page: Page) => page.getByRole('region', { name: 'Notes for staff' });

test('an admin finds a person by name, sees their history, edits them, and adds a note', async ({
  signedInAs,
}) => {
  const page = await signedInAs('admin@demo.test');
  await openTab(page, 'Students');
  await rowWith(page, 'mid-course@demo.test').getByRole('link', { name: 'Bell' }).click();
  await expect(title(page)).toHaveText('Marcus Bell');
  await expect(page.getByText('mid-course@demo.test · (202) 555-0103')).toBeVisible();
  const line = page.getByRole('region', { name: 'Course' }).getByRole('listitem');
  await expect(line).toHaveCount(6);
  await expect(line.nth(1)).toContainText('Class 6Missed');
  await expect(line.nth(5)).toContainText('Class 10Registered');
  await expect(page.getByRole('region', { name: 'Texts' })).toContainText('Yes, they get texts.');
  await expect(timeline(page)).toContainText('Class 6: missed');

  await page.getByRole('button', { name: 'Edit Student' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Student' });
  await editing.getByLabel('Phone').fill('(202) 555-0188');
  await editing.getByRole('button', { name: 'Update Student' }).click();
  await expectToast(page, 'Student information updated successfully.');
  await expect(page.getByText('mid-course@demo.test · (202) 555-0188')).toBeVisible();
  const edit = timeline(page).getByRole('listitem').filter({ hasText: 'Edited a student' });
  await expect(edit).toContainText('by Amara Osei');
  await expect(edit).toContainText('Phone: (202) 555-0103 changed to (202) 555-0188');

  await timeline(page).getByRole('button', { name: 'Consent' }).click();
  await expect(timeline(page)).not.toContainText('Edited a student');
  await expect(timeline(page)).toContainText('Yes, I want to receive text message reminders');
  await page.reload();
  await expect(timeline(page).getByRole('button', { name: 'Consent' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(timeline(page)).not.toContainText('Edited a student');
  await page.goBack();
  await expect(timeline(page)).toContainText('Edited a student');

  await notes(page).getByRole('button', { name: 'Add a Note' }).click();
  const writing = page.getByRole('dialog', { name: 'Add a Note' });
  await writing.getByLabel('Note').fill('Prefers mornings.');
  await writing.getByRole('button', { name: 'Save Note' }).click();
  await expect(notes(page)).toContainText('Prefers mornings.');
  await expect(timeline(page)).toContainText('Wrote a note about a person');
  await notes(page).getByRole('button', { name: /^Edit/ }).click();
  const changing = page.getByRole('dialog', { name: 'Edit Note' });
  await changing.getByLabel('Note').fill('Prefers evenings.');
  await changing.getByRole('button', { name: 'Save Note' }).click();
  await expect(notes(page)).toContainText('Prefers evenings.');
  await expect(notes(page)).toContainText(', edited');
  await expectNoFaultsAtAnyWidth(page);

  await page.emulateMedia({ media: 'print' });
  for (const name of ['Course', 'Texts', 'Sign-in', 'Notes for staff', 'What happened']) {
    await expect(page.getByRole('region', { name })).toBeVisible();
  }
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });

  await notes(page)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(notes(page)).toContainText('No notes yet.');
});
