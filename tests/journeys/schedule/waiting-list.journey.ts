import { eq } from 'drizzle-orm';
import { classes } from '../../../src/server/database/schema.ts';
import { expect, expectNoFaults, test } from '../../support/journey.ts';
import { marcus, prepareMarcus } from '../../support/marcus.ts';
import { classCard } from '../../support/student-pages.ts';
import { addClassOn, openStudent } from '../../support/students.ts';
import { waitingListsOf } from '../../support/waiting-lists.ts';

test('a place opens, and the reply 1 moves the student, as their schedule and the class page show', async ({
  page,
  portal,
  signedInAs,
}) => {
  const world = waitingListsOf(portal);
  const { phone: number } = await prepareMarcus(portal);
  const classId = await addClassOn(portal, '2026-11-20', '4PM', 'Monthly');
  await portal.database.update(classes).set({ places: 1 }).where(eq(classes.id, classId));
  const registered = await openStudent(portal);
  await world.register(registered.id, classId, 8);
  const schedule = await signedInAs(marcus);
  await schedule.setViewportSize({ width: 390, height: 844 });
  await schedule.goto('/schedule');
  await classCard(schedule, 8).getByRole('button', { name: 'Reschedule' }).click();
  const dialog = schedule.getByRole('dialog', { name: 'Reschedule Class 8' });
  await dialog.getByRole('button', { name: /^Join Waiting List, Friday, November 20/ }).click();
  await expect(dialog.getByText('You’re 1st in line')).toBeVisible();
  await expectNoFaults(schedule);
  const staff = await signedInAs('admin@demo.test');
  await staff.goto(`/admin/classes/${classId}`);
  const line = staff.getByRole('region', { name: 'Waiting List' });
  await expect(line).toContainText('Marcus Bell');
  await expectNoFaults(staff);

  await world.freePlaceOf(registered);
  await page.goto(`${portal.sandbox.url}/phones/${encodeURIComponent(number)}`);
  const phone = page.getByRole('region', { name: 'Marcus Bell’s phone' });
  await expect(phone.getByRole('listitem').last()).toContainText('A place opened: Fri Nov 20');
  await schedule.reload();
  await expect(schedule.getByText('A place opened up for Class 8')).toBeVisible();
  await expectNoFaults(schedule);
  await phone.getByLabel('Reply').fill('1');
  await phone.getByRole('button', { name: 'Send' }).click();
  await expect(phone.getByRole('listitem').last()).toContainText('Class 8 is now on Fri Nov 20');
  await schedule.reload();
  await expect(classCard(schedule, 8)).toContainText('November 20');
  await expect(schedule.getByRole('region', { name: 'Waiting lists' })).toBeHidden();
  await staff.reload();
  await expect(staff.getByRole('region', { name: 'Who’s coming' })).toContainText('Marcus Bell');
  await expect(line).toBeHidden();
});
