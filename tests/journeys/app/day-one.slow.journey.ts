import type { Browser, Page } from '@playwright/test';
import { openStaffPage, pickDate, rowWith } from '../../support/admin-pages.ts';
import { runCommand } from '../../support/command-line.ts';
import { expect, test } from '../../support/journey.ts';
import type { Portal } from '../../support/portal.ts';
import { chooseFirstSlot, classCard, expectToast, title } from '../../support/student-pages.ts';

/**
 * Uses production settings, an empty database and the real command line. Only the vendors are simulated, and the portal
 * runs inside the test, so that we can move its clock.
 */
test.use({
  isEmpty: true,
  environment: {
    PORTAL_MODE: 'production',
    CLOCK_FILE: '',
    LINK_KEY: 'a key of a real portal, with 32 characters or more',
    METRICS_TOKEN: 'a-token-of-some-length',
  },
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test('an empty portal gets an admin, a teacher, classes, and a student who attends one', async ({
  page,
  browser,
  portal,
}) => {
  test.slow();
  portal.clock.moveTo(new Date());
  const today = Date.now();

  const printed = await runCommand(portal, 'add-admin', 'ada@school.test', 'Ada', 'Byron');
  await page.goto(printed.match(/^http\S+$/m)?.[0] ?? '');
  await expect(title(page)).toHaveText('Sign in as a•••@school.test');
  await expect(page.getByText('created this link for you')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expectToast(page, 'You’re signed in');
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('button', { name: 'Select Classes' })).toBeHidden();
  const firstSteps = page.getByRole('link', { name: 'See your first steps' });
  await firstSteps.click();
  const steps = page.getByRole('region', { name: 'First steps' }).getByRole('listitem');
  await expect(steps).toHaveCount(4);
  await page.goBack();

  await addTeacher(page);
  const teacher = await openPage(browser, portal);
  await teacher.goto(await nextLinkTo(portal, 'grace@school.test'));
  await teacher.getByRole('button', { name: 'Continue' }).click();
  await expect(teacher).toHaveURL('/admin');

  await importPeople(page, dayOf(today - 7 * DAY));
  await page.goto('/admin?tab=students');
  await expect(rowWith(page, '@school.test')).toHaveCount(20);

  await page.getByRole('tab', { name: 'Classes' }).click();
  await addClasses(page, { from: today + 2 * DAY, type: 'Weekly', slot: '4PM', count: 4 });
  await addClasses(page, { from: today + 2 * DAY, type: 'Monthly', slot: '6PM', count: 16 });
  await expect(firstSteps).toBeHidden();

  const student = await openPage(browser, portal);
  await signIn(student, portal, 'person7@school.test');
  for (const classNumber of [5, 6, 7, 8, 9, 10]) await chooseFirstSlot(student, classNumber);
  await student.getByRole('button', { name: 'Continue' }).click();
  await expect(title(student)).toHaveText('Get reminders about classes and retreats');
  await student.getByRole('button', { name: 'Continue' }).click();
  await expect(title(student)).toHaveText('Your Course Schedule');

  const startsAt = new Date(
    ((await (await student.request.get('/api/schedule')).json()) as Entry[])[0]?.class.startTime ??
      '',
  );
  portal.clock.moveTo(new Date(startsAt.getTime() - 2 * MINUTE));
  // The teacher signs in again, because staff sessions last 12 hours.
  await signIn(teacher, portal, 'grace@school.test');
  const start = teacher.getByRole('button', { name: /^Start Zoom Meeting/ }).first();
  const [room] = await Promise.all([teacher.waitForEvent('popup'), start.click()]);
  await expect(room.getByText('You’re the host.')).toBeVisible();

  await student.reload();
  const joinLink = classCard(student, 5).getByRole('link', { name: /Join/ });
  const [seat] = await Promise.all([student.waitForEvent('popup'), joinLink.click()]);
  await expect(seat.getByText('You’re in the meeting as Person 7.')).toBeVisible();

  portal.clock.moveTo(new Date(startsAt.getTime() + 50 * MINUTE));
  await room.getByRole('button', { name: 'End Meeting' }).click();
  await portal.sandbox.zoomWebhooksSent();
  portal.clock.moveTo(new Date(startsAt.getTime() + 70 * MINUTE));
  const attended = async () => (await student.request.get('/api/attendance')).json();
  await expect.poll(attended, { timeout: 60_000 }).toMatchObject([{ status: 'Present' }]);
  await student.reload();
  await expect(classCard(student, 5)).toContainText('Completed');
  await expect(classCard(student, 6)).toContainText('Next');
});

interface Entry {
  class: { startTime: string };
}

async function openPage(browser: Browser, portal: Portal): Promise<Page> {
  return (await browser.newContext({ baseURL: portal.url })).newPage();
}

async function linksTo(portal: Portal, recipient: string): Promise<string[]> {
  const outbox = await fetch(`${portal.sandbox.url}/outbox`);
  const messages = (await outbox.json()) as { to: string; links: string[] }[];
  return messages.filter(({ to }) => to === recipient).flatMap(({ links }) => links);
}

async function nextLinkTo(portal: Portal, recipient: string, seen = 0): Promise<string> {
  await expect.poll(async () => (await linksTo(portal, recipient)).length).toBeGreaterThan(seen);
  return (await linksTo(portal, recipient))[0] ?? '';
}

async function signIn(page: Page, portal: Portal, email: string): Promise<void> {
  const { length: seen } = await linksTo(portal, email);
  await page.goto('/login');
  await page.getByLabel('Email or Phone').fill(email);
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await page.goto(await nextLinkTo(portal, email, seen));
}

async function addTeacher(page: Page): Promise<void> {
  await openStaffPage(page, 'Staff');
  await page.getByRole('button', { name: 'Add Staff' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Staff' });
  await dialog.getByLabel('Email').fill('grace@school.test');
  await dialog.getByLabel('First Name').fill('Grace');
  await dialog.getByLabel('Last Name').fill('Hopper');
  await dialog.getByRole('button', { name: 'Add Staff' }).click();
  await expectToast(page, 'Grace Hopper has been added');
}

async function importPeople(page: Page, startDate: string): Promise<void> {
  const rows = Array.from(
    { length: 20 },
    (_, index) => `person${index + 1}@school.test,Person,${index + 1},${startDate}`,
  );
  const csv = ['email,first_name,last_name,start_date', ...rows].join('\n');
  await page.goto('/admin/import');
  const file = { name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByRole('button', { name: 'Import 20 students' }).click();
  await expect(page.getByRole('heading', { name: '20 students imported' })).toBeVisible();
}

interface Series {
  from: number;
  type: string;
  slot: string;
  count: number;
}

async function addClasses(page: Page, { from, type, slot, count }: Series): Promise<void> {
  await page.getByRole('button', { name: 'Add Classes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Classes' });
  await pickDate(page, 'Date', longDayOf(from));
  await dialog.getByLabel('Time').selectOption(slot);
  await dialog.getByLabel('Type').selectOption(type);
  await dialog.getByLabel('Instructor').selectOption({ label: 'Grace Hopper' });
  await dialog.getByLabel('Add Multiple').selectOption(String(count));
  await dialog.getByRole('button', { name: `Create ${count} Classes` }).click();
  await expectToast(page, `${count} class(es) created successfully`);
  await expect(dialog).toBeHidden();
}

const pacific = { timeZone: 'America/Los_Angeles' } as const;
const dayOf = (time: number) => new Intl.DateTimeFormat('en-CA', pacific).format(time);
const longDayOf = (time: number) =>
  new Intl.DateTimeFormat('en-US', { ...pacific, dateStyle: 'long' }).format(time);
