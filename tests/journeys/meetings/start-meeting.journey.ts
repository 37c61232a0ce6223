import { eq } from 'drizzle-orm';
import { classes } from '../../../src/server/database/schema.ts';
import { openTab, rowWith } from '../../support/admin-pages.ts';
import { expect, test } from '../../support/journey.ts';
import { expectToast } from '../../support/student-pages.ts';

test('a meeting opens in a new tab, after a question if it is early, and a missing meeting is reported', async ({
  signedInAs,
  portal,
}) => {
  const startsAt = new Date('2026-11-16T20:00:00Z');
  const plan = {
    topic: 'TM Weekly Class',
    startsAt,
    minutes: 60,
    marker: 'class:test',
    passcode: '',
  };
  const { id } = await portal.zoom.create(portal.settings.meetings.hostUser, plan);
  const setMeeting = (zoomMeetingId: string) =>
    portal.database.update(classes).set({ zoomMeetingId }).where(eq(classes.startsAt, startsAt));
  await setMeeting(id);
  const page = await signedInAs('admin@demo.test');
  await openTab(page, 'Classes');
  const start = rowWith(page, 'Mon, Nov 16, 2026').getByRole('button', {
    name: /^Start Zoom Meeting/,
  });
  await expect(start.nth(1)).toBeDisabled();
  await start.first().click();
  const question = page.getByRole('dialog', { name: 'Start this meeting early?' });
  await expect(question).toContainText('Monday, November 16 at 12:00 PM PT');
  const opened = page.waitForEvent('popup');
  await question.getByRole('button', { name: 'Start Now' }).click();
  const tab = await opened;
  await tab.waitForURL((url) => url.href.startsWith(portal.sandbox.url));
  expect(tab.url()).toContain(id);

  await setMeeting('404404');
  await start.first().click();
  await question.getByRole('button', { name: 'Start Now' }).click();
  await expectToast(page, 'No Zoom meeting', "This class doesn't have an associated Zoom meeting");
  await expect.poll(() => page.context().pages(), 'no empty tab stays behind').toHaveLength(2);
});
