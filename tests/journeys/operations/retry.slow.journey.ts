import { eq, sql } from 'drizzle-orm';
import { classes, meetingRegistrants, people } from '../../../src/server/database/schema.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';

test('an admin follows the number in the header to a problem, and retries it', async ({
  portal,
  signedInAs,
}) => {
  const { database, clock } = portal;
  const [nora] = await database
    .select()
    .from(people)
    .where(eq(people.email, 'new-student@demo.test'));
  const [next] = await database
    .select()
    .from(classes)
    .where(sql`starts_at > ${clock.now().toISOString()}::timestamptz`)
    .orderBy(classes.startsAt)
    .limit(1);
  const problem = 'Zoom returned 400 (300): Validation Failed.';
  const seat = { personId: nora?.id ?? 0, classId: next?.id ?? 0 };
  await database.insert(meetingRegistrants).values({ ...seat, problem, updatedAt: clock.now() });
  const page = await signedInAs('admin@demo.test');
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Problems (1)', exact: true }).click();
  const places = page.getByRole('region', { name: 'Registrations that Zoom rejected' });
  await expect(places.getByText(problem)).toBeVisible();
  await expect(places.getByRole('link', { name: /\d{1,2}:\d\d [AP]M PT/ })).toHaveAttribute(
    'href',
    `/admin/classes/${seat.classId}`,
  );
  await expectNoFaultsAtAnyWidth(page);
  await places.getByRole('button', { name: 'Retry, No personal link, Nora Lindqvist' }).dblclick();
  await expect(page.getByText(/^Retrying now\. Anything that fails again/)).toBeVisible();
  await expect.poll(() => database.$count(meetingRegistrants, sql`problem is not null`)).toBe(0);
  await page.reload();
  await expect(page.getByText('No open problems')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Problems', exact: true })).toBeVisible();
});
