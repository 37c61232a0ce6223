import type { Locator, Page } from '@playwright/test';
import { and, eq } from 'drizzle-orm';
import { attendance, classes, people, registrations } from '../../src/server/database/schema.ts';
import { outboxOf } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { expect, test } from '../support/journey.ts';
import type { Portal } from '../support/portal.ts';
import { roomsOf } from '../support/rooms.ts';
import { classCard, title } from '../support/student-pages.ts';

const nora = 'new-student@demo.test';
const loginHeading = 'Welcome to Your Course Portal';
const minute = 60_000;

test.use({ viewport: { width: 390, height: 844 } });

/**
 * The button that stands out most in the window: the largest of those in the colour of the main action; where there is
 * none, the one that the largest part of the window belongs to.
 */
async function biggestButton(page: Page): Promise<Locator> {
  const at = await page.evaluate<number>(`(() => {
    const all = [...document.querySelectorAll('main :is(button, a)')];
    const areas = all.map(() => 0);
    for (let x = 6; x < innerWidth; x += 6) {
      for (let y = 6; y < innerHeight; y += 6) {
        const there = document.elementFromPoint(x, y)?.closest('button, a');
        if (there?.matches(':enabled, a') && there.ariaDisabled !== 'true') areas[all.indexOf(there)] += 1;
      }
    }
    const mainActions = all.map((element, index) => {
      const { width, height } = element.getBoundingClientRect();
      return element.matches('.bg-primary') && areas[index] > 0 ? width * height : 0;
    });
    const sizes = mainActions.some((size) => size > 0) ? mainActions : areas;
    return sizes.indexOf(Math.max(...sizes));
  })()`);
  return page.locator('main :is(button, a)').nth(at);
}

async function tapBiggest(page: Page): Promise<string> {
  // A toast may lie over the buttons for its five seconds.
  await expect(page.locator('[data-toasts] li')).toHaveCount(0);
  const button = await biggestButton(page);
  const words = (await button.innerText()).trim();
  await button.click();
  return words;
}

/** Opens the portal; whoever is asked to sign in types their address and opens the mail. */
async function openPortalAs(page: Page, portal: Portal, email: string): Promise<void> {
  await page.goto('/');
  await expect(title(page)).toBeVisible();
  if ((await title(page).innerText()) !== loginHeading) return;
  const mails = async () =>
    (await outboxOf(portal)).filter(
      ({ to, subject }) => to === email && /^Your link/.test(subject),
    );
  const seen = (await mails()).length;
  await page.getByRole('textbox').fill(email);
  await tapBiggest(page);
  const [mail] = await eventually(mails, ({ length }) => length > seen);
  await page.goto(mail?.links[0] ?? '');
  await expect(page).not.toHaveURL(/verify/);
}

/** Taps on until that page is there. */
async function tapUntil(page: Page, heading: string): Promise<void> {
  await expect(async () => {
    const before = await title(page).innerText();
    if (before === heading) return;
    await tapBiggest(page);
    await page.waitForLoadState('networkidle');
    await expect(title(page)).toHaveText(heading, { timeout: 100 });
  }).toPass({ timeout: 120_000 });
}

async function classOf({ database }: Portal, studentId: number, classNumber: number) {
  const [found] = await database
    .select({ id: classes.id, startsAt: classes.startsAt })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(and(eq(registrations.studentId, studentId), eq(registrations.classNumber, classNumber)));
  if (!found) throw new Error(`class ${classNumber} was not chosen`);
  return found;
}

test('a student who only ever taps the biggest button gets through the course', async ({
  page,
  portal,
}) => {
  test.setTimeout(240_000);
  const rooms = roomsOf(portal);
  const [student] = await portal.database.select().from(people).where(eq(people.email, nora));
  const studentId = student?.id ?? 0;
  await openPortalAs(page, portal, nora);
  await tapUntil(page, 'Your Course Schedule');
  await rooms.finishJobs();

  for (const classNumber of [5, 6, 7, 8, 9, 10]) {
    const { id, startsAt } = await classOf(portal, studentId, classNumber);
    await rooms.keepMeeting(id);
    await rooms.link(studentId, id);
    const { zoomMeetingId: meetingId } = await rooms.classRow(id);
    portal.clock.moveTo(new Date(startsAt.getTime() - 10 * minute));
    await fetch(`${portal.sandbox.url}/zoom/s/${meetingId}?end_other`);
    await openPortalAs(page, portal, nora);
    await expect(classCard(page, classNumber)).toContainText('in 10 minutes');
    const opened = page.waitForEvent('popup');
    expect(await tapBiggest(page)).toBe('Join Class');
    const room = await opened;
    await room.waitForLoadState();
    portal.clock.moveTo(new Date(startsAt.getTime() + 62 * minute));
    await rooms.post(`/zoom/s/${meetingId}/end`);
    await portal.sandbox.zoomWebhooksSent();
    await room.close();
  }

  const statuses = async () =>
    (await portal.database.select().from(attendance).where(eq(attendance.personId, studentId))).map(
      ({ status }) => status,
    );
  await expect.poll(statuses, { timeout: 20_000 }).toEqual(Array(6).fill('Present'));
  await openPortalAs(page, portal, nora);
  await expect(page.getByText('Completed')).toHaveCount(6);
});
