import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { people } from '../../../src/server/database/schema.ts';
import { openStaffPage, openTab } from '../../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { comeBackTo } from '../../support/open-page.ts';
import type { Portal } from '../../support/portal.ts';
import { roomsOf } from '../../support/rooms.ts';
import { classCard, expectToast } from '../../support/student-pages.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const start = new Date('2026-11-18T00:00:00Z');
const classTitle = 'Tuesday, November 17, 2026, 4:00 PM PT';

const guest = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function pass(portal: Portal, page: Page, milliseconds: number): Promise<void> {
  portal.clock.moveOn(milliseconds);
  await page.clock.fastForward(milliseconds);
}

test('a teacher’s class: the door list, who is in the room, corrected attendance, and the past class', async ({
  signedInAs,
  portal,
}) => {
  test.slow();
  const world = roomsOf(portal);
  await world.forgetDemoClasses();
  await world.setZoomReporting({ sharedLink: 'lets-in', reportTiming: 'at-once' });
  const nora = await world.personId('new-student@demo.test');
  const marcus = await world.personId('mid-course@demo.test');
  await portal.database
    .update(people)
    .set({ textContinueClicked: true, retreatContinueClicked: true })
    .where(eq(people.id, marcus));
  const missed = await world.addClass(new Date(start.getTime() - 7 * day).toISOString());
  await world.register(marcus, missed, 5);
  for (const weeks of [1, 2, 3, 4]) {
    const later = new Date(start.getTime() + weeks * 7 * day).toISOString();
    const change = weeks > 1 ? ({ classType: 'Monthly' } as const) : {};
    await world.register(marcus, await world.addClass(later, change), 6 + weeks);
  }
  const classId = await world.addMeeting(start.toISOString());
  await world.register(nora, classId, 5);
  await world.register(marcus, classId, 6);
  await Promise.all([nora, marcus].map((student) => world.link(student, classId)));

  const page = await signedInAs('admin@demo.test');
  await openTab(page, 'Classes');
  await page.getByRole('link', { name: 'Tue, Nov 17, 2026' }).click();
  await expect(title(page)).toHaveText(classTitle);
  await expect(page.getByText('The meeting is ready.')).toBeVisible();
  await expect(guest(page, 'Nora')).toContainText('Class 5First class');
  await expect(guest(page, 'Marcus')).toContainText('Class 6First classMissed the last class');
  await expect(guest(page, 'Nora')).toContainText('(202) 555-01');
  await expect(page.getByRole('button', { name: /^Correct/ })).toHaveCount(0);
  await expectNoFaultsAtAnyWidth(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'More Actions' })).toBeHidden();
  await expect(guest(page, 'Nora')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  portal.clock.moveTo(start);
  const { zoomMeetingId } = await world.classRow(classId);
  await fetch(`${portal.sandbox.url}/zoom/s/${zoomMeetingId}?end_other`);
  const live = await signedInAs('admin@demo.test');
  await live.clock.install();
  await live.goto(`/admin/classes/${classId}`);
  await expect(live.getByText('0 of 2 in the room now')).toBeVisible();
  await expect(guest(live, 'Nora')).toContainText('Not here yet');
  await fetch(await world.link(nora, classId));
  await fetch(`${portal.sandbox.url}/zoom/j/${zoomMeetingId}/guest`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'M’s iPad' }),
  });
  await portal.sandbox.zoomWebhooksSent();
  await pass(portal, live, 12_000);
  await expect(live.getByText('1 of 2 in the room now')).toBeVisible();
  await expect(guest(live, 'Nora')).toContainText('JoinedIn the room since 4:00 PM PT');
  await expect(live.getByText('“M’s iPad”')).toBeVisible();

  portal.clock.moveOn(58 * minute);
  await world.post(`/zoom/s/${zoomMeetingId}/end`);
  await portal.sandbox.zoomWebhooksSent();
  portal.clock.moveOn(5 * minute);
  await world.finishJobs();
  const student = await signedInAs('mid-course@demo.test');
  await student.goto('/schedule');
  await expect(classCard(student, 6).getByText('Completed')).toBeHidden();
  const staffPage = await signedInAs('admin@demo.test');
  await staffPage.goto(`/admin/classes/${classId}`);
  await expect(guest(staffPage, 'Nora')).toContainText(
    'PresentZoom’s report, joined 4:00–4:58 PM PT',
  );
  await expect(guest(staffPage, 'Marcus')).toContainText('MissedWe didn’t see them in the room');
  await staffPage.getByRole('button', { name: /^Who was this\?/ }).click();
  const dialog = staffPage.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toHaveText('Who was “M’s iPad”?');
  await dialog.getByLabel('Who was it?').selectOption({ label: 'Marcus Bell, Class 6' });
  await expectNoFaultsAtAnyWidth(staffPage);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(staffPage, 'Attendance corrected');
  await expect(guest(staffPage, 'Marcus')).toContainText('PresentSet by ');
  await expect(guest(staffPage, 'Marcus')).toContainText('joined as “M’s iPad”');
  await expect(staffPage.getByText('Not registered')).toBeHidden();
  await comeBackTo(student);
  await expect(classCard(student, 6).getByText('Completed')).toBeVisible();

  await staffPage.getByRole('button', { name: 'Mark Attendance' }).click();
  await dialog.getByText('Add someone who walked in').click();
  await dialog.getByLabel('Who walked in?').fill('alumni@demo.test');
  await dialog.getByRole('radio').click();
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expectNoFaultsAtAnyWidth(staffPage);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(staffPage, 'Attendance saved');
  await expect(guest(staffPage, 'Alumni')).toContainText('PresentSet by ');

  await staffPage.getByRole('button', { name: /^Correct attendance for Nora/ }).click();
  await dialog.getByLabel('Attendance').selectOption('Excused');
  await dialog.getByLabel('Reason').fill('had to leave at once');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(guest(staffPage, 'Nora')).toContainText('“had to leave at once”');

  await staffPage.goto('/admin');
  await openStaffPage(staffPage, 'Past classes');
  await expect(title(staffPage)).toHaveText('Past classes');
  await staffPage.getByLabel('Student').fill('lindqvist');
  const found = guest(staffPage, 'Tue, Nov 17, 2026');
  await expect(staffPage.getByRole('row')).toHaveCount(2);
  await expect(found).toContainText('0 and 1 excused');
  await expectNoFaultsAtAnyWidth(staffPage);
  await found.getByRole('link').click();
  await expect(title(staffPage)).toHaveText(classTitle);
});
