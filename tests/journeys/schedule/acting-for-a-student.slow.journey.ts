import type { Page } from '@playwright/test';
import { desc, eq } from 'drizzle-orm';
import { auditLog } from '../../../src/server/database/schema.ts';
import { chooseMore } from '../../support/admin-pages.ts';
import { expect, expectNoFaults, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { meetingsOf } from '../../support/meetings.ts';
import { classCard, expectToast, slot } from '../../support/student-pages.ts';

test.use({ viewport: { width: 390, height: 844 } });

const onLine = (page: Page, classNumber: number) => page.locator(`#course-class-${classNumber}`);

test('an editor schedules a makeup, moves, cancels and excuses classes for a student who calls', async ({
  signedInAs,
  portal,
}) => {
  test.slow();
  const id = await meetingsOf(portal).personId('mid-course@demo.test');
  const page = await signedInAs('admin@demo.test');
  await page.goto(`/admin/people/${id}`);
  await expect(onLine(page, 6)).toContainText('Missed');
  await expect(onLine(page, 5).getByRole('button')).toHaveCount(0);

  await page.getByRole('button', { name: 'Make Up Class 6' }).click();
  const makeup = page.getByRole('dialog', { name: 'Make Up Class 6' });
  await slot(page).click();
  await expect(makeup.getByLabel('Reason')).toHaveCount(0);
  await expectNoFaults(page);
  await makeup.getByRole('button', { name: 'Schedule Makeup', exact: true }).dblclick();
  await expectToast(page, 'Scheduled a makeup for Class 6', 'Marcus Bell: ');
  await expect(onLine(page, 6)).toContainText('Registered');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectToast(page, 'Change undone', 'Marcus Bell: Class 6 is back on ');
  await expect(onLine(page, 6)).toContainText('Missed');

  await page.getByRole('button', { name: 'Move Class 8' }).click();
  const moving = page.getByRole('dialog', { name: 'Move Class 8' });
  await expect(moving.getByRole('heading', { name: /^Week of/ })).toBeVisible();
  await moving.getByRole('switch', { name: 'Show times that don’t fit the rules' }).click();
  const weekly = moving
    .getByRole('listitem')
    .filter({ hasText: 'weekly class' })
    .filter({ hasText: 'Needs a reason.' })
    .filter({ has: page.getByRole('button', { name: /^Select Time/, disabled: false }) });
  await weekly.first().getByRole('button').click();
  await expect(moving.getByText(/^The class type \(weekly or monthly\)/)).toHaveCount(1);
  await moving.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(moving.getByText('Please give a reason.')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await moving.getByLabel('Reason').fill('Her monthly teacher is away');
  await moving.getByRole('button', { name: 'Move', exact: true }).click();
  await expectToast(page, 'Moved Class 8', 'Marcus Bell: ');
  const [entry] = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.personId, id))
    .orderBy(desc(auditLog.id))
    .limit(1);
  expect(entry?.after).toMatchObject({
    overruled: ['wrong-type'],
    reason: 'Her monthly teacher is away',
  });

  const own = await signedInAs('mid-course@demo.test');
  await chooseMore(page, 'Cancel Class', 'More for Class 9');
  const canceling = page.getByRole('dialog', { name: 'Cancel Class 9 for Marcus Bell?' });
  await canceling.getByRole('button', { name: 'Cancel Class' }).click();
  await expect(canceling.getByText('Please give a reason')).toBeVisible();
  const schedule = await (await own.request.get('/api/schedule')).json();
  const nine = schedule.find((one: { classNumber: number }) => one.classNumber === 9);
  const offers = `/api/classes/reschedule-for-class/${nine.id}`;
  let moved = 0;
  for (let week = 0; moved === 0 && week < 10; week += 1) {
    const { classes } = await (await own.request.get(`${offers}/${week}`)).json();
    moved = classes.find((one: { id: number }) => one.id !== nine.classId)?.id ?? 0;
  }
  const reschedule = `/api/register/reschedule/${nine.id}`;
  expect((await own.request.patch(reschedule, { data: { newClassId: moved } })).ok()).toBe(true);
  await canceling.getByLabel('Reason').fill('You are traveling');
  await canceling.getByRole('button', { name: 'Cancel Class' }).click();
  await expect(canceling.getByText(/^Someone else has changed this class time/)).toBeVisible();
  await expectNoFaults(page);
  await canceling.getByRole('button', { name: 'Cancel Class' }).click();
  await expectToast(page, 'Class 9 canceled');
  await expect(onLine(page, 9)).toContainText('Needs a new time');

  await chooseMore(page, 'Excuse', 'More for Class 10');
  const excusing = page.getByRole('dialog', { name: 'Excuse Marcus Bell?' });
  await excusing.getByLabel('Reason').fill('Has a wedding');
  await excusing.getByRole('button', { name: 'Excuse', exact: true }).click();
  await expectToast(page, 'Excused from Class 10');
  await expect(onLine(page, 10)).toContainText('Excused');
  await expectNoFaultsAtAnyWidth(page);

  await own.goto('/schedule');
  await expect(classCard(own, 9)).toContainText('We canceled your registration for the class on');
  await expect(classCard(own, 9)).toContainText('Reason: You are traveling');
  await expect(classCard(own, 10)).toContainText('You’re excused from this class');
  await classCard(own, 9).getByRole('button', { name: 'Pick a New Time' }).click();
  await slot(own).click();
  await own.getByRole('button', { name: 'Save New Time' }).click();
  await expectToast(own, 'Class time selected successfully');
});
