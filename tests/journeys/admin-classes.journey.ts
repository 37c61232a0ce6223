import { eq } from 'drizzle-orm';
import { classes } from '../../src/server/database/schema.ts';
import { openTab, rowWith } from '../support/admin-pages.ts';
import { testNow } from '../support/clock.ts';
import { expect, expectNoFaults, look, test } from '../support/journey.ts';
import { refuse } from '../support/student-pages.ts';

const admin = 'admin@demo.test';
const nextClass = 'Mon, Nov 16, 2026';

for (const width of [390, 1280]) {
  look(`the classes and their dialogs have no faults at ${width} px`, async ({ signedInAs }) => {
    test.slow();
    const page = await signedInAs(admin);
    await page.setViewportSize({ width, height: 844 });
    await openTab(page, 'Classes');
    await expectNoFaults(page);
    await page
      .getByRole('button', { name: /registered$/ })
      .first()
      .click();
    await expect(page.getByText('Class 7').first()).toBeVisible();
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Add Classes' }).click();
    await page.getByRole('button', { name: 'Create Class' }).click();
    await page.getByRole('button', { name: /^Date, / }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await expectNoFaults(page);
    await page.getByRole('gridcell').getByRole('button', { disabled: false }).last().click();
    await page.getByLabel('Add Multiple').selectOption('20');
    await expect(page.getByText('20 classes will be created')).toBeVisible();
    await expectNoFaults(page);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Discard what you typed?')).toBeVisible();
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page
      .getByRole('button', { name: /^Edit Class/ })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: 'Edit Class' })).toBeVisible();
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog', { name: /^Are you sure/ })).toBeVisible();
    await expectNoFaults(page);
  });
}

look('the dashboard opens on the upcoming classes, twenty to a page', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  await openTab(page, 'Classes');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await expect(page.getByText('Manage classes and students')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Classes' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Date',
    'Time',
    'Type',
    'Instructor',
    'Registered',
    'Topic',
    'Actions',
  ]);
  await expect(page.getByRole('row')).toHaveCount(21);
  const next = page.getByRole('button', { name: 'Next' });
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await next.click();
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await expect(rowWith(page, nextClass)).toHaveCount(0);
  const pages = Number((await page.getByText(/^Page 2 of/).innerText()).split(' ').at(-1));
  for (let turn = 2; turn < pages; turn += 1) await next.click();
  await expect(page.getByText(`Page ${pages} of ${pages}`)).toBeVisible();
  await expect(next).toBeDisabled();
});

test('without classes the list says so', async ({ signedInAs, portal }) => {
  await portal.database.update(classes).set({ deletedAt: portal.clock.now() });
  const page = await signedInAs(admin);
  await page.goto('/admin');
  await expect(page.getByText('No classes found')).toBeVisible();
});

look('classes that cannot be loaded are asked for again', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  await refuse(page, '**/api/classes/all', 'The database is away for a moment.', 503);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Failed to fetch classes' })).toBeVisible();
  await expect(page.getByText('The database is away for a moment.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowWith(page, nextClass)).toHaveCount(2);
});

test('a class leaves an open page one hour after its start', async ({ signedInAs, portal }) => {
  const page = await signedInAs(admin);
  await page.clock.install();
  const letPass = async (minutes: number) => {
    portal.clock.moveOn(minutes * 60_000);
    await page.clock.fastForward(minutes * 60_000);
  };
  await openTab(page, 'Classes');
  const noonClass = rowWith(page, nextClass).filter({ hasText: '12:00 PM PT' });
  await letPass(178);
  await expect(noonClass).toBeVisible();
  await letPass(3);
  await expect(noonClass).toHaveCount(0);
});

test('the time leads to the registration page of a class that has a meeting', async ({
  signedInAs,
  portal,
}) => {
  const noon = eq(classes.startsAt, new Date('2026-11-16T20:00:00Z'));
  const evening = eq(classes.startsAt, new Date('2026-11-17T02:00:00Z'));
  const { database } = portal;
  await database
    .update(classes)
    .set({ zoomMeetingId: '811', zoomRegistrationUrl: null })
    .where(noon);
  await database
    .update(classes)
    .set({ zoomMeetingId: '812', zoomRegistrationUrl: 'https://zoom.test/register/812' })
    .where(evening);
  const page = await signedInAs(admin);
  await openTab(page, 'Classes');
  const link = (time: string) => page.getByRole('link', { name: time, exact: true });
  await expect(link('12:00 PM PT').first()).toHaveAttribute('href', 'https://zoom.us/j/811');
  const withPage = link('6:00 PM PT').first();
  await expect(withPage).toHaveAttribute('href', 'https://zoom.test/register/812');
  await expect(withPage).toHaveAttribute('target', '_blank');
  await expect(page.getByRole('link', { name: /PT$/ })).toHaveCount(2);
});

look('pointing at the count tells after 300 ms who is registered', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  await page.clock.install({ time: testNow });
  await openTab(page, 'Classes');
  await page.clock.pauseAt(new Date(testNow.getTime() + 10 * 60_000));
  const row = rowWith(page, 'Tue, Nov 17, 2026').filter({ hasText: '9:00 AM PT' });
  const student = page.getByText('transfer-student@demo.test');
  await row.getByRole('button', { name: '2 registered' }).hover();
  await page.clock.runFor(290);
  await expect(student).toBeHidden();
  await page.clock.runFor(20);
  await expect(student).toBeVisible();
  await expect(page.getByText('Tomás Ibarra')).toBeVisible();
  await page.mouse.move(2, 2);
  await page.clock.runFor(500);
  await expect(student).toBeHidden();
});

look(
  'the count opens by keyboard, closes on Escape, and says when nobody is registered',
  async ({ signedInAs }) => {
    const page = await signedInAs(admin);
    await openTab(page, 'Classes');
    const row = rowWith(page, 'Fri, Nov 20, 2026');
    await row.getByRole('button', { name: '0 registered' }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByText('No students registered')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('No students registered')).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(page.getByText('No students registered')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByText('No students registered')).toBeHidden();
  },
);

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  look(
    'a tap on the count shows who is registered, a tap elsewhere closes it',
    async ({ signedInAs }) => {
      const page = await signedInAs(admin);
      await openTab(page, 'Classes');
      await page.getByRole('button', { name: '2 registered' }).first().tap();
      const card = page.locator('[data-radix-popper-content-wrapper]');
      await expect(card).toContainText('@demo.test');
      await page.getByRole('heading', { level: 1 }).tap();
      await expect(card).toHaveCount(0);
    },
  );
});

look('a teacher sees every tab and no control that changes anything', async ({ signedInAs }) => {
  const page = await signedInAs('teacher@demo.test');
  await openTab(page, 'Classes');
  await expect(page.getByRole('button', { name: /^Start Zoom Meeting/ }).first()).toBeVisible();
  const editing = page.getByRole('button', { name: /Add |Edit |Create |Delete/i });
  await expect(editing).toHaveCount(0);
  await page.getByRole('tab', { name: 'Students' }).click();
  await expect(rowWith(page, 'omar.rahimi@demo.test')).toBeVisible();
  await expect(editing).toHaveCount(0);
  await expect(page.getByRole('button', { name: /@demo.test/ })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Alumni' }).click();
  await expect(rowWith(page, 'helen.marsh@demo.test')).toBeVisible();
  await expect(editing).toHaveCount(0);
});
