import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

const user = userOf('teacher');
const laptop = { id: 3, name: 'Work laptop', createdAt: '2026-11-10T18:00:00Z', lastUsedAt: null };

const openAccount = (answers: Answers = {}, passkeys = [laptop]) =>
  openPage('/account', {
    user,
    answers: { 'GET /api/account': { sessions: [], passkeys }, ...answers },
  });

const create = vi.fn();
beforeEach(() => {
  const bytes = new ArrayBuffer(8);
  const response = { clientDataJSON: bytes, attestationObject: bytes, getTransports: () => [] };
  create.mockReset();
  create.mockResolvedValue({
    ...{ id: 'new', rawId: bytes, type: 'public-key', response },
    getClientExtensionResults: () => ({}),
  });
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true });
});

const options = {
  options: {
    challenge: 'YQ',
    rp: { name: 'QM' },
    user: { id: 'Nw', name: 'n' },
    pubKeyCredParams: [],
  },
};

test('without passkeys, the page says so', async () => {
  const page = await openAccount({}, []);
  await page.sees('You don’t have a passkey yet.');
});

test('a passkey is added under the name that was typed, and then listed', async () => {
  const passkeys = [laptop];
  const page = await openAccount({
    'GET /api/account': () => ({ sessions: [], passkeys }),
    'POST /api/account/passkeys/options': options,
    'POST /api/account/passkeys': () => {
      passkeys.push({ ...laptop, id: 4, name: 'My phone' });
      return { user: { ...user, hasPasskeys: true } };
    },
  });
  await page.type('Name of the new passkey (optional)', ' My phone ');
  await page.click('Add a Passkey');
  const list = await screen.findByRole('list', { name: 'your passkeys' });
  await within(list).findByText('My phone');
  expect(page.calls('POST /api/account/passkeys')[0]?.body).toMatchObject({
    name: 'My phone',
    response: { id: 'new' },
  });
  const field = screen.getByLabelText<HTMLInputElement>('Name of the new passkey (optional)');
  expect(field.value).toBe('');
});

test('if the device doesn’t add a passkey, nothing is saved and the name stays', async () => {
  create.mockRejectedValue(new DOMException('No.', 'NotAllowedError'));
  const page = await openAccount({ 'POST /api/account/passkeys/options': options });
  await page.type('Name of the new passkey (optional)', 'My phone');
  await page.click('Add a Passkey');
  await page.sees('We didn’t get a passkey from your device. Please try again.');
  expect(page.calls('POST /api/account/passkeys')).toEqual([]);
  await screen.findByDisplayValue('My phone');
});

test('a passkey is renamed, but not without a name', async () => {
  let name = laptop.name;
  const page = await openAccount({
    'GET /api/account': () => ({ sessions: [], passkeys: [{ ...laptop, name }] }),
    'PATCH /api/account/passkeys/:id': ({ body }) => {
      ({ name } = body as { name: string });
      return { message: 'Passkey renamed' };
    },
  });
  await page.click('Rename');
  await screen.findByRole('dialog', { name: 'Rename Work laptop' });
  await page.type('Name', ' ');
  await page.click('Save');
  await page.sees('Please enter a name');
  await page.type('Name', 'Old laptop');
  await page.click('Save');
  await page.sees('Passkey renamed');
  await page.sees('Old laptop');
  expect(page.changes()).toMatchObject([{ params: { id: '3' }, body: { name: 'Old laptop' } }]);
});

test('removing a passkey asks first, and a refusal stays in the dialog', async () => {
  let isOnly = true;
  const page = await openAccount({
    'GET /api/account': () => ({ sessions: [], passkeys: isOnly ? [laptop] : [] }),
    'DELETE /api/account/passkeys/:id': () => {
      if (page.changes().length === 1) return new Refusal(409, 'This is your only one.');
      isOnly = false;
      return { message: 'Passkey removed' };
    },
  });
  await page.click('Remove');
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Work laptop?' }));
  expect(page.changes()).toEqual([]);
  await page.mouse.click(dialog.getByRole('button', { name: 'Remove' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('This is your only one.');
  await page.mouse.click(dialog.getByRole('button', { name: 'Remove' }));
  await page.sees('Passkey removed');
  await waitFor(() => page.seesNot('Work laptop'));
});

test('loading the passkeys can be retried', async () => {
  let asked = 0;
  const page = await openAccount({
    'GET /api/account': () =>
      asked++ === 0 ? new Refusal(500, 'Away.') : { sessions: [], passkeys: [laptop] },
  });
  await page.sees('We couldn’t load your passkeys');
  await page.mouse.click(
    (await screen.findAllByRole('button', { name: 'Try Again' }))[0] as Element,
  );
  await page.sees('Work laptop');
});
