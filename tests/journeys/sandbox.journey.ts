import { eq } from 'drizzle-orm';
import { people } from '../../src/server/database/schema.ts';
import { expect, expectNoFaults, test } from '../support/journey.ts';

test('the sandbox receives a text on a phone, and what is answered there reaches the portal', async ({
  page,
  portal,
}) => {
  const [student] = await portal.database
    .select()
    .from(people)
    .where(eq(people.email, 'mid-course@demo.test'));
  await page.goto('/login');
  await page.getByLabel('Email or Phone').fill(student?.phone ?? '');
  await page.getByRole('button', { name: 'Send Login Link' }).click();

  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(portal.sandbox.url);
  const phone = page.getByRole('region', { name: 'Phone' });
  await expect(phone.getByRole('listitem')).toContainText('sign in with http');
  await expectNoFaults(page);
  await phone.getByRole('button', { name: 'STOP' }).click();
  await expect(phone.getByRole('listitem').last()).toContainText(
    'You have successfully been unsubscribed',
  );
  const [told] = await portal.database
    .select()
    .from(people)
    .where(eq(people.id, student?.id ?? 0));
  expect(told?.textConsent).toBe(false);

  await page.getByText('How Twilio behaves').click();
  const account = page.getByRole('form', { name: 'How Twilio behaves' });
  await account.getByLabel('Not delivered, because').selectOption('30007');
  await account.getByLabel('Reports come in the wrong order').check();
  await expectNoFaults(page);
  await expect(async () => {
    const faults = await fetch(`${portal.sandbox.url}/twilio/faults`);
    expect(await faults.json()).toMatchObject({ failsWith: 30007, reportsBackwards: true });
  }).toPass();
  await page.reload();
  await page.getByText('How Twilio behaves').click();
  await expect(account.getByLabel('Not delivered, because')).toHaveValue('30007');
});

test('the sandbox shows a mail as it was mailed, and has the mail server refuse the next one', async ({
  page,
  portal,
}) => {
  const ask = (email: string) =>
    fetch(`${portal.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: portal.url },
      body: JSON.stringify({ email }),
    });
  await ask('mid-course@demo.test');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(portal.sandbox.url);
  await page.getByText('As mailed').click();
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('width', '375');
  const mail = page.frameLocator('iframe');
  await expect(mail.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Desktop' }).click();
  await expect(frame).toHaveAttribute('width', '700');
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(mail.locator('body')).toHaveCSS('background-color', 'rgb(15, 26, 32)');

  await page.getByText('How the mail server behaves').click();
  const server = page.getByRole('form', { name: 'How the mail server behaves' });
  const switched = page.waitForResponse('**/smtp/faults');
  await server.getByLabel('Recipients').selectOption('550: the mailbox is unknown');
  await switched;
  await ask('new-student@demo.test');
  const refused = () =>
    portal.database.execute(`select 1 from pgboss.job where name = 'dead-jobs'`);
  await expect.poll(async () => (await refused()).rows.length).toBe(1);
});

test('the sandbox moves the portal’s clock by steps, says so when no class lies ahead, and switches Zoom', async ({
  page,
  portal,
}) => {
  await page.goto(portal.sandbox.url);
  const time = page.locator('#now');
  await expect(time).toContainText('Monday, November 16, 2026 at 10:0');
  await page.getByRole('button', { name: 'A day on' }).click();
  await expect(time).toContainText('Tuesday, November 17, 2026 at 10:0');
  await page.getByRole('button', { name: 'An hour on' }).click();
  await expect(time).toContainText('November 17, 2026 at 11:0');
  await page.getByRole('button', { name: 'To the next class' }).click();
  await expect(page.getByRole('status')).toHaveText('No class lies ahead.');
  expect(portal.clock.now().toISOString()).toMatch(/^2026-11-17T19:/);
  const faults = async () => (await page.request.get(`${portal.sandbox.url}/zoom/faults`)).json();
  await page.getByRole('combobox', { name: /^Plan/ }).selectOption('Basic');
  await expect.poll(faults).toEqual({ plan: 'basic' });
  await page.getByRole('button', { name: 'All as usual' }).click();
  await expect.poll(faults).toEqual({});
});
