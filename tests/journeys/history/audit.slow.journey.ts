import { eq } from 'drizzle-orm';
import { auditLog, people } from '../../../src/server/database/schema.ts';
import { openStaffPage } from '../../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import type { Portal } from '../../support/portal.ts';
import { title } from '../../support/student-pages.ts';

async function idOf({ database }: Portal, email: string): Promise<number> {
  const [person] = await database.select().from(people).where(eq(people.email, email));
  return person?.id ?? 0;
}

async function writeEntries(portal: Portal) {
  const studentId = await idOf(portal, 'new-student@demo.test');
  const at = (minute: number) => new Date(portal.clock.now().getTime() + minute * 60_000);
  await portal.database.insert(auditLog).values([
    {
      at: at(-1),
      actorId: await idOf(portal, 'admin@demo.test'),
      action: 'student: edited',
      subject: `person:${studentId}`,
      personId: studentId,
      before: { firstName: 'Nora', textConsent: false },
      after: { firstName: 'Leonora', textConsent: true },
      ip: '203.0.113.7',
    },
    ...Array.from({ length: 60 }, (_, minute) => ({
      at: at(minute),
      action: 'list: exported',
      subject: 'list:alumni',
      via: 'command line' as const,
    })),
  ]);
  return studentId;
}

test('an admin finds who changed a student, pages through the log, and comes back to the same search', async ({
  signedInAs,
  portal,
}) => {
  const studentId = await writeEntries(portal);
  const page = await signedInAs('admin@demo.test');
  await page.goto('/admin');
  await openStaffPage(page, 'Audit');
  await expect(title(page)).toHaveText('Audit');
  const rows = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
  await expect(rows).toHaveCount(50);
  await expect(rows.first()).toContainText('Exported a list');
  await expect(rows.first()).toContainText('Command line');

  await page.getByRole('button', { name: 'Older' }).click();
  await expect(rows).toHaveCount(11);
  await expect(page.getByText('Page 2')).toBeVisible();
  await page.getByRole('button', { name: 'Newer' }).click();
  await expect(rows).toHaveCount(50);

  await page.getByLabel('About').fill('new-student@demo');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('What happened').selectOption('People');
  await expect(page).toHaveURL(/about=new-student%40demo&kind=people$/);
  await expect(rows).toContainText(['Edited a student']);
  await expect(rows).toContainText(['First name: Nora changed to Leonora']);
  await expect(rows).toContainText(['Receives texts: No changed to Yes']);
  await expect(rows).toContainText(['203.0.113.7']);
  await expectNoFaultsAtAnyWidth(page);
  await expect(page.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
    'href',
    '/api/admin/audit.csv?kind=people&about=new-student%40demo&by=',
  );

  await rows.getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/admin/people/${studentId}$`));
  await page.goBack();
  await expect(page.getByLabel('About')).toHaveValue('new-student@demo');
  await expect(rows).toHaveCount(1);

  await page.getByLabel('Done by').fill('teacher@demo.test');
  await expect(page.getByText('Nothing found')).toBeVisible();

  await page.goto(`/admin/audit?person=${studentId}`);
  await page.getByRole('button', { name: /^Only about Nora .* Show All$/ }).click();
  await expect(rows).toHaveCount(50);
  await expect(page).toHaveURL(/\/admin\/audit$/);
});
