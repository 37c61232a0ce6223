import type { Message } from '../../../src/sandbox/outbox.ts';
import { openEditClass, openStaffPage } from '../../support/admin-pages.ts';
import { expect, test } from '../../support/journey.ts';
import type { Portal } from '../../support/portal.ts';
import { roomsOf } from '../../support/rooms.ts';
import { expectToast } from '../../support/student-pages.ts';

const nora = 'new-student@demo.test';
const daniel = 'teacher@demo.test';
const minute = 60_000;
const start = new Date('2026-11-18T00:00:00Z');

const subjectsTo = async ({ sandbox }: Portal, recipient: string) => {
  const messages = (await (await fetch(`${sandbox.url}/outbox`)).json()) as Message[];
  return messages.filter(({ to }) => to === recipient).map(({ subject }) => subject);
};

test('a substitute gets an email, finds the class, starts it on time, and sees who came', async ({
  signedInAs,
  portal,
}) => {
  test.slow();
  const world = roomsOf(portal);
  await world.forgetDemoClasses();
  await world.setZoomReporting({ reportTiming: 'at-once' });
  const student = await world.personId(nora);
  const classId = await world.addMeeting(start.toISOString());
  await world.register(student, classId, 5);
  const link = await world.link(student, classId);

  const admin = await signedInAs('admin@demo.test');
  await openEditClass(admin, 'Tue, Nov 17, 2026', '4:00 PM PT');
  await admin.getByLabel('Instructor').selectOption({ label: 'Daniel Reyes' });
  await admin.getByLabel('Email the students').check();
  await admin.getByRole('button', { name: 'Update Class' }).click();
  await expectToast(admin, 'Class updated successfully');
  const when = 'Tuesday, November 17 at 4:00 PM PT';
  await expect
    .poll(() => subjectsTo(portal, daniel))
    .toEqual([`You’re now teaching the class on ${when}`]);
  await expect.poll(() => subjectsTo(portal, nora)).toEqual(['Class 5 has a new instructor']);

  portal.clock.moveTo(new Date(start.getTime() - 31 * minute));
  const page = await signedInAs(daniel);
  await page.goto('/admin/today');
  const own = page.getByRole('rowgroup').filter({ hasText: /^Today/ });
  await expect(own).toContainText(/4:00\sPM\sPT.*Nora Lindqvist Class 5/);
  const begin = own.getByRole('button', { name: /^Start Zoom Meeting/ });
  await begin.click();
  const question = page.getByRole('dialog', { name: 'Start this meeting early?' });
  await question.getByRole('button', { name: 'Cancel' }).click();

  portal.clock.moveTo(start);
  await page.reload();
  const opened = page.waitForEvent('popup');
  await begin.click();
  await (await opened).waitForURL((url) => url.href.startsWith(portal.sandbox.url));
  await fetch(link);
  portal.clock.moveOn(58 * minute);
  const { zoomMeetingId } = await world.classRow(classId);
  await world.post(`/zoom/s/${zoomMeetingId}/end`);
  await portal.sandbox.zoomWebhooksSent();
  portal.clock.moveOn(10 * minute);
  await world.finishJobs();

  await page.goto('/admin');
  await openStaffPage(page, 'Past classes');
  await page.getByRole('link', { name: 'Tue, Nov 17, 2026' }).click();
  const guest = page.getByRole('row').filter({ hasText: 'Nora' });
  await expect(guest).toContainText('PresentZoom’s report, joined 4:00–4:58 PM PT');
  await expect(page.getByRole('button', { name: /^Correct/ })).toHaveCount(0);
});
