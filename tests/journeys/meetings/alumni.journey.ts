import type { Page } from '@playwright/test';
import { eq, inArray } from 'drizzle-orm';
import {
  classes,
  consentEvents,
  meetingRegistrants,
  people,
} from '../../../src/server/database/schema.ts';
import { enqueueMeetingSync } from '../../../src/server/meetings/index.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import type { Portal } from '../../support/portal.ts';
import { expectToast, title } from '../../support/student-pages.ts';
import { addClassOn, clearClasses } from '../../support/students.ts';

const aiko = 'alumni@demo.test';
const choice = 'Send me text reminders about retreats, refresher courses and other events';
const joinButtons = (page: Page) => page.getByRole('button', { name: /^Join/ });

test('an alum chooses about texts once, then sees the classes', async ({ signedInAs, portal }) => {
  const page = await signedInAs(aiko);
  await page.goto('/classes');
  await expect(page).toHaveURL('/alumni-text-consent');
  await expect(page).toHaveTitle('Text Message Preferences · Course Portal');
  await expect(title(page)).toHaveText('Text Message Preferences');
  await expect(page.getByRole('switch', { name: choice })).toBeChecked();
  await expect(
    page.getByText(/Message and data rates may apply.*STOP.*Quiet Mornings.*HELP.*Privacy Policy/),
  ).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/classes');
  await expectToast(page, 'You will receive text reminders for upcoming events');

  const { database } = portal;
  const [person] = await database.select().from(people).where(eq(people.email, aiko));
  expect(person).toMatchObject({ textConsent: true, textContinueClicked: true });
  const events = await database
    .select()
    .from(consentEvents)
    .where(eq(consentEvents.personId, person?.id ?? 0));
  expect(events).toMatchObject([{ consent: true, shown: expect.stringContaining(choice) }]);
  await page.goto('/alumni-text-consent');
  await expect(page).toHaveURL('/classes');
  await page.getByRole('switch', { name: choice }).click();
  await expectToast(page, 'You will not receive text reminders');
  await page.reload();
  await expect(page.getByRole('switch', { name: choice })).not.toBeChecked();
});

async function planClasses(portal: Portal): Promise<void> {
  const { database, queue } = portal;
  await clearClasses(portal);
  const ids = [
    await addClassOn(portal, '2026-11-16', '12PM'),
    await addClassOn(portal, '2026-11-16', '4PM', 'Monthly'),
  ];
  await addClassOn(portal, '2026-11-17', '9AM');
  const isDaniel = eq(people.email, 'teacher@demo.test');
  const [daniel] = await database.select().from(people).where(isDaniel);
  await database
    .update(classes)
    .set({ instructorId: daniel?.id ?? 0 })
    .where(eq(classes.id, ids[0] ?? 0));
  for (const id of ids) {
    await database.transaction((transaction) => enqueueMeetingSync(queue, transaction, id));
  }
  const made = async () =>
    (await database.select().from(classes).where(inArray(classes.id, ids))).filter(
      ({ zoomMeetingId }) => zoomMeetingId,
    ).length;
  await expect.poll(made).toBe(2);
}

test('alumni see classes in Pacific time; Join opens a new tab and shows the link', async ({
  signedInAs,
  portal,
}) => {
  await planClasses(portal);
  await portal.database
    .update(people)
    .set({ textContinueClicked: true })
    .where(eq(people.email, aiko));
  portal.clock.moveTo(new Date('2026-11-16T20:10:00Z'));
  const page = await signedInAs(aiko);
  // The laptop’s clock is a year behind, but the page doesn’t rely on it.
  await page.clock.setFixedTime(new Date('2025-11-16T20:00:00Z'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/classes');
  await expect(page).toHaveTitle('Upcoming Classes · Course Portal');
  await expect(title(page)).toHaveText('Upcoming Classes');
  await expect(
    page.getByText('These sessions are for TM meditators. All times shown in Pacific Time (PT).'),
  ).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Day',
    'Date',
    'Time',
    'Instructor',
    'Join',
  ]);
  const cells = (row: number) => page.getByRole('row').nth(row).getByRole('cell');
  const today = ['Monday', 'Nov 16, 2026'];
  await expect(cells(1)).toHaveText([...today, '12:00 PM PT', /Daniel$/, /^Join Now/]);
  await expect(cells(2)).toHaveText([...today, '4:00 PM PT', /TBA$/, /^Join/]);
  await expect(cells(3)).toContainText(['Tuesday', 'Nov 17, 2026', '9:00 AM PT', 'TBA', 'Join']);
  await expect(joinButtons(page).nth(1)).toHaveAccessibleName('Join');
  await expect(joinButtons(page).nth(2)).toBeDisabled();

  const opened = page.waitForEvent('popup');
  await joinButtons(page).first().click();
  const link = page.getByRole('row').nth(2).getByRole('link');
  await expect(link).toHaveAttribute('href', /tk=/);
  const address = (await link.getAttribute('href')) ?? '';
  await expect(await opened).toHaveURL(address);
  const [seat] = await portal.database.select().from(meetingRegistrants);
  expect(seat?.joinUrl).toBe(address);
  await expect(page.getByText(/allow pop-ups for this site/)).toBeVisible();
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await expectToast(page, 'Link copied', 'Zoom join link copied to clipboard');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address);
  await expectNoFaultsAtAnyWidth(page);
});
