import { eq, sql } from 'drizzle-orm';
import { classes, meetingRegistrants, people } from '../../../src/server/database/schema.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';

test('an admin finds what waits by the number in the header, and retries it', async ({
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
  const problem = 'Zoom answered 400 (300): Validation Failed.';
  const seat = { personId: nora?.id ?? 0, classId: next?.id ?? 0 };
  await database.insert(meetingRegistrants).values({ ...seat, problem, updatedAt: clock.now() });
  const page = await signedInAs('admin@demo.test');
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Problems 1', exact: true }).click();
  const places = page.getByRole('region', { name: 'Places that Zoom refused' });
  await expect(places.getByText(problem)).toBeVisible();
  await expect(places.getByRole('link', { name: /\d{1,2}:\d\d [AP]M PT/ })).toHaveAttribute(
    'href',
    `/admin/classes/${seat.classId}`,
  );
  await expectNoFaultsAtAnyWidth(page);
  await places
    .getByRole('button', { name: 'Retry, No link of their own, Nora Lindqvist' })
    .dblclick();
  await expect(page.getByText(/^Being tried again\. What fails once more/)).toBeVisible();
  await expect.poll(() => database.$count(meetingRegistrants, sql`problem is not null`)).toBe(0);
  await page.reload();
  await expect(page.getByText('Nothing waits for anybody')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /^Problems/ })).toHaveCount(0);
});
