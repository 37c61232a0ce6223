import type { Page } from '@playwright/test';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { attendance, classes, people, registrations } from '../../../src/server/database/schema.ts';
import { enqueueMeetingSync } from '../../../src/server/meetings/index.ts';
import { countCalls } from '../../support/admin-pages.ts';
import { expect, look, test } from '../../support/journey.ts';
import { marcus, startOfClass8 } from '../../support/marcus.ts';
import { comeBackTo, setVisible, slowDownZoom } from '../../support/open-page.ts';
import type { Portal } from '../../support/portal.ts';
import {
  classCard,
  expectToast,
  hold,
  laterWeek,
  slot,
  withLinksBut,
} from '../../support/student-pages.ts';

const minutes = (count: number) => count * 60_000;
const join = (page: Page, classNumber: number) =>
  classCard(page, classNumber).getByText('Join Class');
const makeup = (page: Page, classNumber: number) =>
  classCard(page, classNumber).getByRole('button', { name: 'Schedule Makeup' });

async function class8Of({ database }: Portal) {
  const [row] = await database
    .select({ personId: people.id, classId: registrations.classId })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.studentId))
    .where(
      and(
        eq(people.email, marcus),
        eq(registrations.classNumber, 8),
        isNull(registrations.endedAt),
      ),
    );
  if (!row) throw new Error('Marcus has no class 8');
  return row;
}

async function noteAttendance(
  portal: Portal,
  status: 'Joined' | 'Present' = 'Present',
): Promise<void> {
  const { personId, classId } = await class8Of(portal);
  const record = { status, source: 'report', recordedAt: portal.clock.now() } as const;
  await portal.database
    .insert(attendance)
    .values({ personId, classId, ...record })
    .onConflictDoUpdate({ target: [attendance.personId, attendance.classId], set: record });
}

/** Creates the meeting for a class, because a test portal starts without any. */
async function makeMeeting({ database, queue }: Portal, startsAt: Date): Promise<void> {
  const isIt = eq(classes.startsAt, startsAt);
  const [courseClass] = await database.select().from(classes).where(isIt);
  await database.transaction((transaction) =>
    enqueueMeetingSync(queue, transaction, courseClass?.id ?? 0),
  );
  const made = () => database.$count(classes, and(isIt, isNotNull(classes.zoomMeetingId)));
  await expect.poll(made, { timeout: 10_000 }).toBe(1);
}

async function pass(portal: Portal, page: Page, milliseconds: number): Promise<void> {
  portal.clock.moveOn(milliseconds);
  await page.clock.fastForward(milliseconds);
}

test('after a move, Join becomes the student’s own link on the open page', async ({
  signedInAs,
  portal,
}) => {
  await makeMeeting(portal, new Date('2026-11-26T01:00:00Z'));
  await slowDownZoom(portal, 500);
  const page = await signedInAs(marcus);
  await page.goto('/schedule');
  await classCard(page, 8).getByRole('button', { name: 'Reschedule' }).click();
  await laterWeek(page.getByRole('dialog')).click();
  await slot(page, /^Select Time, Wednesday, November 25 at 5:00 PM PT/).click();
  const confirm = { name: 'Reschedule', exact: true };
  await page.getByRole('dialog').getByRole('button', confirm).click();
  await expectToast(page, 'Class rescheduled successfully');
  await expect(classCard(page, 8)).toContainText('We’re preparing your link…');
  await expect(classCard(page, 8)).toContainText('Your link is ready.', { timeout: 20_000 });
  await expect(join(page, 8)).toHaveAttribute('href', /tk=/);
});

look(
  'the schedule refetches until every personal link is there, but not while the page is hidden',
  async ({ signedInAs }) => {
    const page = await signedInAs(marcus);
    let missing = [9];
    await withLinksBut(page, () => missing);
    await page.clock.install();
    const calls = countCalls(page, 'GET', /\/api\/schedule$/);
    await page.goto('/schedule');
    await expect(join(page, 9)).toHaveAttribute('href', 'https://zoom.test/register');
    await expect(classCard(page, 9)).toContainText('We’re preparing your link…');
    await expect(classCard(page, 8)).not.toContainText('Your link');
    for (let round = 0; round < 3; round += 1) {
      const answered = page.waitForResponse('**/api/schedule');
      await page.clock.fastForward(15_000);
      await answered;
    }
    await setVisible(page, false);
    const whenHidden = calls();
    await page.clock.fastForward(minutes(1));
    expect(calls()).toBe(whenHidden);
    missing = [];
    await setVisible(page, true);
    await expect(join(page, 9)).toHaveAttribute('href', 'https://zoom.test/own/9');
    await expect(classCard(page, 9)).toContainText('Your link is ready.');
    const whenComplete = calls();
    await page.clock.fastForward(minutes(2));
    expect(calls()).toBe(whenComplete);
  },
);

test('after a class, an open page thanks a student who joined and then shows Completed', async ({
  signedInAs,
  portal,
}) => {
  portal.clock.moveTo(new Date(startOfClass8 + minutes(59)));
  const page = await signedInAs(marcus);
  await page.clock.install();
  await page.goto('/schedule');
  await expect(join(page, 8)).toBeVisible();
  const letGo = await hold(page, '**/api/attendance');
  await pass(portal, page, minutes(1.5));
  await expect(join(page, 8)).toBeHidden();
  await expect(makeup(page, 8)).toBeHidden();
  letGo();
  await expect(makeup(page, 8)).toBeVisible();
  await noteAttendance(portal, 'Joined');
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
  await expect(makeup(page, 8)).toBeHidden();
  await expect(classCard(page, 8)).toContainText(
    'Thank you for coming. Your attendance will show up here soon.',
  );
  await noteAttendance(portal);
  await pass(portal, page, minutes(1));
  await expect(classCard(page, 8)).toContainText('Completed');
  await expect(classCard(page, 8)).not.toContainText('Thank you for coming');
  await expect(makeup(page, 6)).toBeVisible();
});

look(
  'coming back to the page refetches only attendance and the retreat',
  async ({ signedInAs }) => {
    const page = await signedInAs(marcus);
    await withLinksBut(page, () => []);
    const firstLoad = page.waitForResponse('**/api/waiting-lists');
    await page.goto('/schedule');
    await expect(join(page, 8)).toHaveAttribute('href', 'https://zoom.test/own/8');
    await firstLoad;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const looked = Promise.all([
      page.waitForResponse('**/api/attendance'),
      page.waitForResponse('**/api/retreat-registration'),
    ]);
    await comeBackTo(page);
    await looked;
    expect(asked.toSorted()).toEqual(['/api/attendance', '/api/retreat-registration']);
  },
);
