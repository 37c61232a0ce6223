import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';

const device = {
  startedAt: '2026-11-10T18:00:00.000Z',
  lastSeenAt: '2026-11-16T17:00:00.000Z',
  device: 'Safari on iPhone',
};
const account = {
  sessions: [
    { ...device, id: 'this', isCurrent: true },
    { ...device, id: 'other', startedAt: '2026-11-09T18:00:00.000Z', isCurrent: false },
  ],
  passkeys: [],
};
const openAccount = (answers: Answers = {}, user = userOf('student')) =>
  openPage('/account', { user, answers: { 'GET /api/account': account, ...answers } });

test('the page shows the user and their devices', async () => {
  await openAccount();
  const list = await screen.findByRole('region', { name: 'Where you’re signed in' });
  expect(await within(list).findAllByText('This device')).toHaveLength(1);
  const details = screen.getByRole('region', { name: 'Your details' });
  expect(details.textContent).toMatch(/Nora Lind.*student@example\.org.*\(202\) 555-0102/);
});

test('loading the devices can be retried', async () => {
  let asked = 0;
  const page = await openAccount({
    'GET /api/account': () => (asked++ === 0 ? new Refusal(500, 'Away for a moment.') : account),
  });
  await page.sees(/We couldn’t load your devices/);
  await page.click('Try Again');
  await page.sees('This device');
});

test('one other device is signed out and leaves the list', async () => {
  const sessions = [...account.sessions];
  const page = await openAccount({
    'GET /api/account': () => ({ ...account, sessions }),
    'DELETE /api/account/sessions/:id': ({ params }) => {
      sessions.splice(
        sessions.findIndex(({ id }) => id === params.id),
        1,
      );
      return { message: 'You’re signed out on that device.' };
    },
  });
  await page.click('Sign Out Safari on iPhone');
  await page.sees('You’re signed out on that device.');
  await page.seesItems([expect.stringContaining('This device')]);
  expect(page.changes()).toMatchObject([{ params: { id: 'other' } }]);
});

test('three devices are shown at first, and the others on request', async () => {
  const sessions = ['a', 'b', 'c', 'd'].map((id) => ({ ...device, id, isCurrent: id === 'a' }));
  const page = await openAccount({ 'GET /api/account': { ...account, sessions } });
  const devices = async () => within(await screen.findByRole('list', { name: 'your devices' }));
  expect((await devices()).getAllByRole('listitem')).toHaveLength(3);
  await page.click('Show All');
  expect((await devices()).getAllByRole('listitem')).toHaveLength(4);
  expect(screen.queryByText('Show All')).toBeNull();
});

test('a device that can’t be signed out stays in the list', async () => {
  const refusal = new Refusal(500, 'Away for a moment.');
  const page = await openAccount({ 'DELETE /api/account/sessions/:id': refusal });
  await page.click('Sign Out Safari on iPhone');
  await page.sees('Away for a moment.');
  await screen.findByRole('button', { name: 'Sign Out Safari on iPhone' });
});

test('someone with a link from staff can’t sign out other devices', async () => {
  const page = await openAccount({}, userOf('student', { usesStaffLink: true }));
  await page.sees('This device');
  expect(screen.queryByRole('button', { name: /^Sign Out/ })).toBeNull();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('signing out everywhere is requested once, and its dialog shows an error', async () => {
  const { answer, letGo } = hold(() => new Refusal(500, 'Away for a moment.'));
  const page = await openAccount({ 'POST /api/account/sign-out-everywhere': answer });
  await page.click('Sign Out Everywhere');
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere?' }));
  await page.mouse.dblClick(dialog.getByRole('button', { name: 'Sign Out Everywhere' }));
  await dialog.findByRole('button', { name: 'Signing out...' });
  letGo();
  expect((await dialog.findByRole('alert')).textContent).toBe('Away for a moment.');
  expect(page.changes()).toHaveLength(1);
});

test('signing out everywhere asks first', async () => {
  const page = await openAccount();
  await page.click('Sign Out Everywhere');
  await page.click('Cancel');
  expect(page.changes()).toEqual([]);
});

test('a refused download shows the reason', async () => {
  const page = await openAccount({
    'GET /api/account/data': new Refusal(429, 'You have downloaded your data very often today.'),
  });
  await page.click('Download My Data');
  await page.sees('You have downloaded your data very often today.');
});

test('a refused text choice is not saved', async () => {
  const page = await openAccount(
    { 'POST /api/update-text-consent': new Refusal(429, 'Please try again tomorrow.') },
    userOf('student', { textConsent: true }),
  );
  const choice = await screen.findByRole('switch');
  await page.mouse.click(choice);
  await page.sees('Please try again tomorrow.');
  expect(choice.getAttribute('aria-checked')).toBe('true');
});

test('a retried text choice keeps its key, and every other choice has a new one', async () => {
  const call = 'POST /api/update-text-consent';
  let tries = 0;
  const page = await openAccount(
    {
      [call]: ({ body }) =>
        tries++ === 0
          ? new Refusal(503, 'Away.')
          : { textConsent: (body as { consent: boolean }).consent, textContinueClicked: true },
    },
    userOf('student', { textConsent: true }),
  );
  const choice = await screen.findByRole('switch');
  for (const isOn of ['true', 'false', 'true', 'false']) {
    await page.mouse.click(choice);
    await waitFor(() => expect(choice.getAttribute('aria-checked')).toBe(isOn));
    await waitFor(() => expect(page.calls(call)).toHaveLength(tries));
  }
  const [first, ...others] = page.calls(call).map(({ requestKey }) => requestKey);
  expect(first).toMatch(/^[\x21-\x7e]{8,64}$/);
  expect(others[0]).toBe(first);
  expect(new Set(others).size).toBe(3);
});

test('a chosen time zone is saved, and the device’s own can be chosen again', async () => {
  const zone = { timeZone: null as string | null, isTimeZoneChosen: false };
  const user = () => userOf('student', zone);
  const page = await openAccount(
    {
      'GET /api/user': user,
      'POST /api/account/time-zone': ({ body }) => {
        Object.assign(zone, body);
        return { message: 'Time zone saved' };
      },
    },
    user(),
  );
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Your time zone' });
  expect(select.selectedOptions[0]?.text).toMatch(/^Same as my device \(/);
  await page.mouse.selectOptions(select, await screen.findByText('New York, America'));
  await page.sees('Time zone saved');
  await vi.waitFor(() => expect(select.value).toBe('America/New_York'));
  await page.mouse.selectOptions(select, '');
  await vi.waitFor(() => expect(zone.isTimeZoneChosen).toBe(false));
  await vi.waitFor(() => expect(select.value).toBe(''));
});

test('if the time zone can’t be saved, the earlier choice is shown again', async () => {
  const zone = { timeZone: 'Asia/Tokyo', isTimeZoneChosen: true };
  const refusal = new Refusal(500, 'Away for a moment.');
  const page = await openAccount(
    { 'POST /api/account/time-zone': refusal },
    userOf('student', zone),
  );
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Your time zone' });
  await page.mouse.selectOptions(select, await screen.findByText('New York, America'));
  await page.sees('Away for a moment.');
  await vi.waitFor(() => expect(select.value).toBe('Asia/Tokyo'));
});
