import type { ElementHandle, Page } from '@playwright/test';
import { and, eq } from 'drizzle-orm';
import { attendance, classes, people, registrations } from '../../../src/server/database/schema.ts';
import { outboxOf } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { expect, test } from '../../support/journey.ts';
import type { Portal } from '../../support/portal.ts';
import { roomsOf } from '../../support/rooms.ts';
import { classCard, title } from '../../support/student-pages.ts';

const pia = 'pia@school.test';
const minute = 60_000;

test.use({ viewport: { width: 390, height: 844 } });

/** Returns the most prominent button: the largest one in the primary color, or else the largest target of any kind. */
async function biggestButton(page: Page): Promise<ElementHandle> {
  const found = await page.evaluateHandle(`(() => {
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
    return all[sizes.indexOf(Math.max(...sizes))];
  })()`);
  const button = found.asElement();
  if (!button) throw new Error('the page has no button');
  return button;
}

async function tapBiggest(page: Page): Promise<string> {
  // A toast could cover the buttons for five seconds.
  await expect(page.locator('[data-toasts] li')).toHaveCount(0);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await expect(page.locator('main :is(button, a)').first()).toBeVisible();
  const button = await biggestButton(page);
  const words = (await button.innerText()).trim();
  await button.click();
  return words;
}

async function tapUntil(page: Page, heading: string): Promise<number> {
  let taps = 0;
  while ((await title(page).innerText()) !== heading) {
    const before = page.url() + (await page.getByRole('main').innerText());
    await tapBiggest(page);
    taps += 1;
    const shown = async () => page.url() + (await page.getByRole('main').innerText());
    await expect.poll(shown).not.toBe(before);
    await expect(page.getByRole('button', { name: /\.\.\.$/ })).toHaveCount(0);
  }
  return taps;
}

async function welcomeLink(portal: Portal, admin: Page): Promise<string> {
  const body = { email: pia, firstName: 'Pia', lastName: 'Plan', startDate: '2026-11-01' };
  const rest = { phoneNumber: '', transferStudent: false, role: 'student', isAdmin: false };
  const made = await admin.request.post('/api/admin/users', { data: { ...body, ...rest } });
  expect(made.ok()).toBe(true);
  const mails = async () => (await outboxOf(portal)).filter(({ to }) => to === pia);
  const [mail] = await eventually(mails, ({ length }) => length > 0);
  return mail?.links[0] ?? '';
}

async function firstClassOf({ database }: Portal, studentId: number) {
  const [found] = await database
    .select({ id: classes.id, startsAt: classes.startsAt })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(and(eq(registrations.studentId, studentId), eq(registrations.classNumber, 5)));
  if (!found) throw new Error('class 5 was not chosen');
  return found;
}

test('a student who always taps the biggest button reaches the schedule in seven taps, and then the class', async ({
  page,
  portal,
  signedInAs,
}) => {
  test.setTimeout(180_000);
  const rooms = roomsOf(portal);
  await page.goto(await welcomeLink(portal, await signedInAs('admin@demo.test')));
  await expect(title(page)).toHaveText(/^Sign in as/);
  expect(await tapUntil(page, 'Your Course Schedule')).toBeLessThanOrEqual(7);
  await rooms.finishJobs();

  const [student] = await portal.database.select().from(people).where(eq(people.email, pia));
  const studentId = student?.id ?? 0;
  const { id, startsAt } = await firstClassOf(portal, studentId);
  await rooms.syncMeeting(id);
  await rooms.link(studentId, id);
  const { zoomMeetingId: meetingId } = await rooms.classRow(id);
  portal.clock.moveTo(new Date(startsAt.getTime() - 10 * minute));
  await fetch(`${portal.sandbox.url}/zoom/s/${meetingId}?end_other`);
  await page.goto('/');
  await expect(classCard(page, 5)).toContainText('in 10 minutes');
  const opened = page.waitForEvent('popup');
  expect(await tapBiggest(page)).toBe('Join Class');
  await (await opened).waitForLoadState();
  portal.clock.moveTo(new Date(startsAt.getTime() + 62 * minute));
  await rooms.post(`/zoom/s/${meetingId}/end`);
  await portal.sandbox.zoomWebhooksSent();
  const statuses = async () =>
    (await portal.database.select().from(attendance).where(eq(attendance.personId, studentId))).map(
      ({ status }) => status,
    );
  await expect.poll(statuses, { timeout: 20_000 }).toEqual(['Present']);
  await page.goto('/');
  await expect(classCard(page, 5)).toContainText('Completed');
});
