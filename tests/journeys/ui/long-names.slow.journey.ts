import type { Page } from '@playwright/test';
import { inArray } from 'drizzle-orm';
import { people } from '../../../src/server/database/schema.ts';
import { openTab } from '../../support/admin-pages.ts';
import { expect, test } from '../../support/journey.ts';
import { classCard, slot } from '../../support/student-pages.ts';

const firstName = 'Maximiliana-Alexandrine Wolfeschlegelsteinhausenbergerdorff';
const lastName = 'Featherstonehaugh-Cholmondeley von und zu Hohenlohe-Langen';

test.beforeEach(async ({ portal }) => {
  await portal.database
    .update(people)
    .set({ firstName, lastName })
    .where(inArray(people.role, ['teacher', 'student']));
});

async function expectNothingHiddenSideways(page: Page): Promise<void> {
  const narrow = await page.evaluate(`[...document.querySelectorAll('*')]
    .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth)
    .filter((one) => !['INPUT', 'SELECT'].includes(one.tagName))
    .filter((one) => one.tagName === 'HTML' || getComputedStyle(one).overflowX !== 'visible')
    .map((one) => one.tagName + ' ' + one.className)`);
  expect(narrow).toEqual([]);
}

const at = (page: Page, width: number) => page.setViewportSize({ width, height: 800 });

test('a teacher’s long name hides no button from students or alumni', async ({ signedInAs }) => {
  const student = await signedInAs('mid-course@demo.test');
  await at(student, 320);
  await student.goto('/schedule');
  const reschedule = classCard(student, 8).getByRole('button', { name: 'Reschedule' });
  await expect(reschedule).toBeVisible();
  await expectNothingHiddenSideways(student);
  await reschedule.click();
  await expect(slot(student, /^Current, /)).toBeVisible();
  await expectNothingHiddenSideways(student);

  const teacher = await signedInAs('teacher@demo.test');
  for (const width of [390, 1280]) {
    await at(teacher, width);
    await teacher.goto('/classes');
    await expect(teacher.getByRole('button', { name: /^Join/ }).first()).toBeVisible();
    await expectNothingHiddenSideways(teacher);
  }
});

test('students’ long names push no column out of the dashboard', async ({ signedInAs }) => {
  const page = await signedInAs('admin@demo.test');
  for (const width of [320, 1280]) {
    await at(page, width);
    await openTab(page, 'Students');
    await expectNothingHiddenSideways(page);
    await openTab(page, 'Classes');
    await page.getByRole('button', { name: '2 registered' }).first().click();
    await expect(page.getByText('Class 7', { exact: true }).first()).toBeVisible();
    await expectNothingHiddenSideways(page);
  }
});
