import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { Refusal } from '../testing/fake-api.ts';
import { slotAt, weekOf } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

async function confirmAs(next: ReturnType<typeof userOf>) {
  let isConfirmed = false;
  const page = await openPage('/admin/setup', {
    user: admin,
    answers: {
      'GET /api/admin/setup': [],
      'GET /api/admin/problems/count': { count: 0 },
      'POST /api/admin/sign-out-everybody': () =>
        isConfirmed
          ? new Refusal(409, 'Reached the server.')
          : new Refusal(401, 'Please confirm.', { current: { confirm: true } }),
      'POST /api/auth/login': { message: '', minutes: 10 },
      'POST /api/auth/code': () => {
        isConfirmed = true;
        return { user: next };
      },
    },
  });
  await page.click('Sign Everyone Out');
  const question = await screen.findByRole('dialog', { name: 'Sign everyone out?' });
  await page.mouse.click(within(question).getByRole('button', { name: 'Sign Everyone Out' }));
  await screen.findByRole('dialog', { name: 'Please confirm that it’s you' });
  await screen.findByRole('button', { name: /^Use Passkey/ });
  await page.click('Send Code');
  await page.type('Six-digit code', '123456');
  await page.click('Sign In');
  return page;
}

const admin = userOf('admin', { hasPasskeys: true });

test('an important change asks for confirmation, and is made once the code is typed', async () => {
  const page = await confirmAs(admin);
  await page.sees('Reached the server.');
});

test('a change isn’t made if someone else signs in instead', async () => {
  const page = await confirmAs({ ...admin, id: 8 });
  await page.sees('Please confirm.');
  expect(page.calls('POST /api/admin/sign-out-everybody')).toHaveLength(1);
});

test('input survives the end of the session and is sent after signing in again', async () => {
  const user = userOf('student');
  let isSignedIn = false;
  let tries = 0;
  const page = await openPage('/onboarding', {
    user,
    answers: {
      'GET /api/schedule': [],
      'GET /api/class-time-wish': null,
      'GET /api/classes/available': {
        ...weekOf([slotAt(1, '2026-11-17T20:00:00.000Z')]),
        nextClassNumber: 5,
      },
      'POST /api/class-time-wish': () =>
        isSignedIn
          ? { classNumber: 5, days: [], hours: [], comment: 'Nights', sentAt: '2026-11-16T18:00Z' }
          : new Refusal(401, 'Please sign in.'),
      'POST /api/auth/login': () =>
        tries++ === 0 ? new Refusal(500, 'Away for a moment.') : { message: '', minutes: 15 },
      'POST /api/auth/code': () => {
        isSignedIn = true;
        return { user };
      },
    },
  });
  await page.click('No time works? Tell us');
  await page.type('Anything else?', 'Nights');
  await page.click('Send');
  const dialog = await screen.findByRole('dialog', { name: 'You were signed out' });
  await page.press('{Escape}');
  await page.click('Send Code');
  await page.sees('Away for a moment.');
  await page.click('Send Code');
  const code = await screen.findByLabelText('Six-digit code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  await page.type('Six-digit code', '123456');
  await page.click('Sign In');
  await page.sees('Thank you. We’ll write to you soon.');
  expect(dialog.isConnected).toBe(false);
});
