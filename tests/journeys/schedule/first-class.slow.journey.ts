import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { people } from '../../../src/server/database/schema.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import type { Portal } from '../../support/portal.ts';
import { addClassOn, clearClasses, openStudent } from '../../support/students.ts';

const sundays = Array.from({ length: 40 }, (_, week) =>
  new Date(Date.UTC(2026, 10, 22 + 7 * week)).toISOString().slice(0, 10),
);

async function studentWith(portal: Portal, page: Page, count: number): Promise<void> {
  await clearClasses(portal);
  const student = await openStudent(portal, { retreatContinueClicked: true });
  await portal.database
    .update(people)
    .set({ textContinueClicked: true })
    .where(eq(people.id, student.id));
  const { firstClass } = portal.settings.site;
  for (let index = 0; index < count; index += 1) {
    const type = firstClass + index <= 7 ? 'Weekly' : 'Monthly';
    const date = sundays[index] as `${number}-${number}-${number}`;
    const { status } = await student.choose(await addClassOn(portal, date, '4PM', type));
    expect(status).toBe(200);
  }
  const [name = '', value = ''] = student.cookie.split('=');
  await page.context().addCookies([{ name, value, url: portal.url }]);
}

const names = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Class ${from + index}`);

test.use({ environment: { COURSE_FIRST_CLASS: '3' } });

test('if the teacher books the first two classes, the schedule and its note start with class 3', async ({
  page,
  portal,
}) => {
  await studentWith(portal, page, 8);
  const shown = page.getByRole('heading', { level: 2, name: /^Class \d+/ });
  await page.goto('/schedule');
  await expect(shown).toHaveText(names(3, 10));
  await expect(page.getByText(/^Classes 3 to 10 follow your first two sessions\./)).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.goto('/class-schedule');
  await expect(shown).toHaveText(names(3, 10));
  await page.goto('/your-schedule');
  await expect(page.getByText(/^Classes 5 to 10 follow your first four/)).toBeVisible();
});
