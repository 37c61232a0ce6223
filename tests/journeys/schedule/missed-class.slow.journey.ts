import { openReminderWatch } from '../../../src/server/reminders/index.ts';
import { expect, expectNoFaults, test } from '../../support/journey.ts';
import { marcus, prepareMarcus } from '../../support/marcus.ts';
import { classCard, title } from '../../support/student-pages.ts';

// This takes a while, because it involves three texts, two browsers, and four hours on the clock.
test.setTimeout(120_000);

test('after a missed class, a text offers makeups, a reply books one, another undoes it, and the link offers more', async ({
  page,
  portal,
  signedInAs,
}) => {
  const { phone: number } = await prepareMarcus(portal);
  const travel = (to: string) =>
    page.request.post(`${portal.sandbox.url}/stage/clock`, {
      form: { to, of: marcus, attended: 'no' },
    });
  await travel('next-class');
  for (let hours = 0; hours < 4; hours += 1) await travel('hour');
  await portal.sandbox.zoomWebhooksSent();
  await openReminderWatch(portal).check();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${portal.sandbox.url}/phones/${encodeURIComponent(number)}`);
  const phone = page.getByRole('region', { name: 'Marcus Bell’s phone' });
  const newest = phone.getByRole('listitem').last();
  await expect(newest).toContainText('We missed you in Class 8. To make it up, reply 1, 2 or 3.');
  const proposed = (await newest.innerText()).match(/2: (\w+) (\w+) (\d+), /) ?? [];
  const reply = async (words: string) => {
    await phone.getByLabel('Reply').fill(words);
    await phone.getByRole('button', { name: 'Send' }).click();
  };
  await reply('2');
  await expect(newest).toContainText(`Class 8 is now on ${proposed.slice(1, 3).join(' ')}`);
  const schedule = await signedInAs(marcus);
  await schedule.setViewportSize({ width: 390, height: 844 });
  await schedule.goto('/schedule');
  await expect(classCard(schedule, 8)).toContainText('(rescheduled)');
  await expect(classCard(schedule, 8)).toContainText(
    new RegExp(`${proposed[2]}\\w*\\s${proposed[3]},`),
  );
  await schedule.goto('/schedule?makeup=8');
  await expect(schedule.getByText('There’s nothing to make up')).toBeVisible();
  await expectNoFaults(schedule);

  await reply('UNDO');
  await expect(newest).toContainText('We canceled your makeup for Class 8.');
  const link = (await newest.getByRole('link').getAttribute('href')) ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule Makeup for Class 8' });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL('/schedule?makeup=8');
  await expect(dialog.getByRole('button', { name: /^Select Time, / }).first()).toBeVisible();
  await expect(dialog.and(page.locator(':focus-within'))).toBeVisible();
  await expectNoFaults(page);
  // Escape closes a toast before the dialog.
  await expect(page.locator('[data-toasts] li')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/schedule');
  await expect(title(page)).toHaveText('Your Course Schedule');
  await expect(classCard(page, 8)).toContainText('We missed you in Class 8.');
  await expect(page.locator('#class-8')).toBeFocused();
});
