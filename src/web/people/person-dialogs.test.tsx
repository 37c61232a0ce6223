import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { personAnswers, personPage } from '../testing/fixtures.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';

type Changes = Parameters<typeof personAnswers>[0];

type Page = Awaited<ReturnType<typeof openPage>>;

async function openAction(page: Page, name: string): Promise<void> {
  await page.click('More Actions');
  const isInMenu = screen.queryByRole('menuitem', { name });
  if (!isInMenu) await page.press('{Escape}');
  await page.click(name, isInMenu ? 'menuitem' : 'button');
}

const openPerson = (changes: Changes = {}, answers: Answers = {}) =>
  openPage('/admin/people/1', {
    user: userOf('admin'),
    answers: { ...personAnswers(changes), ...answers },
  });

const classSix = {
  registrationId: 6,
  classNumber: 6,
  startTime: '2026-11-20T18:00:00.000Z',
  isSuspended: false,
};
const alumnus = { role: 'alumni', student: null } as const;
const deactivated = { student: null, deactivatedAt: '2026-11-10T18:00:00.000Z' };
const refused = new Refusal(409, 'Another admin was quicker.');

test.each([
  ['Make Alumni', {}, 'Make Alumni', 'POST /api/admin/people/:id/make-alumni'],
  ['Change Back to Student', alumnus, 'Make Student', 'POST /api/admin/people/:id/make-student'],
  ['Deactivate', {}, 'Deactivate', 'POST /api/admin/people/:id/deactivate'],
  ['Reactivate', deactivated, 'Reactivate', 'POST /api/admin/people/:id/reactivate'],
  ['Transfer Status…', {}, 'Mark as Transfer Student', 'PATCH /api/admin/students/:id/transfer'],
  ['Send Login Link', {}, 'Send Login Link', 'POST /api/admin/people/:id/send-login-link'],
] as const)(
  '%s needs confirmation, and shows why the server refused',
  async (opener, changes, confirm, call) => {
    const page = await openPerson(changes, { [call]: refused });
    await openAction(page, opener);
    const dialog = await screen.findByRole('dialog');
    expect(page.changes()).toEqual([]);
    await page.click(confirm);
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      'Another admin was quicker.',
    );
    expect(page.calls(call)).toHaveLength(1);
    expect(dialog.isConnected).toBe(true);
  },
);

test('what can’t be undone easily is last in the menu', async () => {
  const page = await openPerson();
  await page.click('More Actions');
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(items.slice(-2)).toEqual(['Deactivate', 'Erase…']);
  expect(items).not.toContain('Edit Student');
});

test('a person page that fails to load can be retried', async () => {
  let asked = 0;
  const page = await openPerson(
    {},
    {
      'GET /api/admin/people/:id': () =>
        asked++ === 0 ? new Refusal(500, 'Something broke.') : personPage(),
    },
  );
  await page.sees('Something broke.');
  await page.click('Try Again');
  await screen.findByRole('heading', { name: 'Farah Haddad' });
});

test('the dialog lists upcoming classes before a student becomes an alum', async () => {
  const page = await openPerson(
    {},
    {
      'GET /api/admin/people/:id/clearing': {
        classes: [
          { ...classSix, status: null },
          { ...classSix, registrationId: 7, classNumber: 7, isSuspended: true, status: null },
        ],
      },
      'POST /api/admin/people/:id/make-alumni': { message: 'Farah Haddad is now an alum' },
    },
  );
  await openAction(page, 'Make Alumni');
  await page.sees(/^Class 6 on Fri, Nov\s20,\s2026 at 10:00\sAM\sPT$/);
  await page.sees(/^Class 7 .*\(canceled or full, needs a new time\)$/);
  await page.click('Make Alumni');
  await page.sees('Farah Haddad is now an alum');
});

test('a preview that fails to load can be retried', async () => {
  let asked = 0;
  const page = await openPerson(
    {},
    {
      'GET /api/admin/people/:id/clearing': () =>
        asked++ === 0 ? new Refusal(503, 'Away.') : { classes: [{ ...classSix, status: null }] },
    },
  );
  await openAction(page, 'Deactivate');
  await page.sees('Away.');
  await page.click('Try Again');
  await page.sees(/^Class 6 on /);
});

test('a login link goes by text only to a confirmed number', async () => {
  const page = await openPerson({ isPhoneConfirmed: false });
  await page.click('Send Login Link');
  await page.sees(/^They haven’t confirmed \(202\)\s555-0104 yet/);
  expect(screen.getAllByRole('radio')).toHaveLength(1);
});

test('a login link is sent the way the admin chooses', async () => {
  const message = 'A login link is on its way to (202) 555-0104.';
  const page = await openPerson({}, { 'POST /api/admin/people/:id/send-login-link': { message } });
  await page.click('Send Login Link');
  await page.click(/^By text/, 'radio');
  await page.click('Send Login Link');
  await page.sees(message);
  expect(page.changes()).toMatchObject([{ body: { by: 'text' } }]);
});

test('a wrong email erases no one, and stays in the field with the reason', async () => {
  const wrong = 'That isn’t this person’s email address. Please check it and try again.';
  const page = await openPerson(
    {},
    { 'POST /api/admin/people/:id/erase': new Refusal(422, wrong, { field: 'email' }) },
  );
  await openAction(page, 'Erase…');
  await page.click('Erase');
  await page.sees('Please type their email address to confirm');
  expect(page.changes()).toEqual([]);
  const label = 'Type their email address to confirm';
  await page.type(label, 'someone@else.test');
  await page.press('{Enter}');
  await page.sees(wrong);
  expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('someone@else.test');
});

test('during an erasure the dialog says Erasing... and stays open', async () => {
  const { answer, letGo } = hold(() => ({ message: '' }));
  const page = await openPerson({}, { 'POST /api/admin/people/:id/erase': answer });
  await openAction(page, 'Erase…');
  await page.type('Type their email address to confirm', 'farah@example.org');
  await page.mouse.dblClick(screen.getByRole('button', { name: 'Erase' }));
  await screen.findByRole('button', { name: 'Erasing...' });
  await page.press('{Escape}');
  expect(screen.getByRole('dialog')).toBeTruthy();
  letGo();
  await page.sees('Farah Haddad has been erased');
  expect(page.changes()).toHaveLength(1);
});

test('Cancel erases no one', async () => {
  const page = await openPerson();
  await openAction(page, 'Erase…');
  await page.type('Type their email address to confirm', 'farah@example.org');
  await page.click('Cancel');
  await screen.findByRole('button', { name: 'More Actions' });
  expect(page.changes()).toEqual([]);
});

const preview = {
  clearingId: 4,
  clearedAt: '2026-11-16T17:00:00.000Z',
  clearedBy: 'Amara Osei',
  startDateBefore: '2026-11-11',
  startDateAfter: '2026-11-01',
  undoUntil: '2026-11-17T17:00:00.000Z',
  back: [classSix],
  left: [{ ...classSix, registrationId: 7, classNumber: 7, reason: 'it is full' }],
  yielding: [],
};

test('Undo Reset lists which classes come back and which do not', async () => {
  const page = await openPerson(
    {},
    {
      'GET /api/admin/people/:id/return': { preview },
      'POST /api/admin/students/:id/undo-reset': {
        message: '1 class was restored.',
        back: preview.back,
        left: preview.left,
        yielding: [],
      },
    },
  );
  await page.sees('The account was reset');
  await page.click('Undo Reset');
  const dialog = await screen.findByRole('dialog', { name: 'Undo the reset?' });
  await within(dialog).findByText('We’ll restore these classes:');
  await within(dialog).findByText(/^Class 7 on .*: it is full$/);
  await page.click('Undo Reset');
  await page.sees('1 class was restored.');
  await page.sees('We couldn’t restore Class 7 (it is full).');
  expect(page.changes()).toMatchObject([{ body: { clearingId: 4 } }]);
});

test('a reset that can no longer be undone shows the reason', async () => {
  const page = await openPerson(
    {},
    {
      'GET /api/admin/people/:id/return': { preview },
      'POST /api/admin/students/:id/undo-reset': new Refusal(409, 'It was undone already.'),
    },
  );
  await page.click('Undo Reset');
  await screen.findByRole('dialog', { name: 'Undo the reset?' });
  await page.click('Undo Reset');
  await page.sees('It was undone already.');
});
