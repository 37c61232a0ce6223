import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { studentAnswers } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

const missing = 'Please enter the phone number we should text.';
const toronto = { phone: '+14165550123', phoneShown: '(416) 555-0123', isPhoneConfirmed: false };
const noNumber = { phone: null, phoneShown: null, isPhoneConfirmed: false };

const field = () => screen.findByLabelText<HTMLInputElement>('Your mobile number');
const hasFocus = async (element: Promise<HTMLElement>) => {
  const expected = await element;
  await waitFor(() => expect(document.activeElement).toBe(expected));
};
const openAccount = (user: ReturnType<typeof userOf>, answers: Answers = {}) =>
  openPage('/account', {
    user,
    answers: { 'GET /api/account': { sessions: [], passkeys: [] }, ...answers },
  });

test('a refused number stays in its field, and a saved one is not confirmed yet', async () => {
  let tries = 0;
  const page = await openAccount(userOf('student', { textConsent: true }), {
    'POST /api/account/phone': () =>
      tries++ === 0 ? new Refusal(400, 'We cannot text this number.') : toronto,
  });
  await page.click('Change Number');
  expect((await field()).value).toBe('(202) 555-0102');
  await page.click('Cancel');
  await hasFocus(screen.findByRole('button', { name: 'Change Number' }));
  await page.click('Change Number');
  await page.type('Your mobile number', '+49 30 901820');
  await page.click('Save Number');
  await page.sees('We cannot text this number.');
  expect((await field()).value).toBe('+49 30 901820');
  await page.type('Your mobile number', '416 555 0123');
  await page.click('Save Number');
  await page.sees('(416) 555-0123 (not confirmed yet)');
  await page.sees(/This number isn’t confirmed yet\./);
});

test('a number is confirmed with the code sent to it', async () => {
  let tries = 0;
  const page = await openAccount(userOf('student', { ...toronto, textConsent: true }), {
    'POST /api/account/phone/code': { ...toronto, minutes: 15 },
    'POST /api/account/phone/confirm': () =>
      tries++ === 0
        ? new Refusal(400, 'You have 4 tries left.')
        : { ...toronto, isPhoneConfirmed: true },
  });
  await page.click('Send Code');
  await hasFocus(screen.findByLabelText('Six-digit code'));
  await page.click('Confirm Number');
  await page.sees('Please enter the six-digit code');
  await page.type('Six-digit code', '000000');
  await page.click('Confirm Number');
  await page.sees('You have 4 tries left.');
  await page.click('Confirm Number');
  await page.sees('Number confirmed');
  await page.sees('You can now sign in with (416) 555-0123.');
  await hasFocus(screen.findByRole('button', { name: 'Change Number' }));
});

test('Cancel turns the switch off if no number was entered', async () => {
  const page = await openAccount(userOf('student'));
  const choice = await screen.findByRole('switch');
  await page.sees(/^Your number is/);
  page.seesNot(/^We will text/);
  await page.click('Change Number');
  await page.mouse.clear(await field());
  await page.mouse.click(choice);
  await hasFocus(field());
  expect(choice.getAttribute('aria-checked')).toBe('true');
  await page.click('Cancel');
  await waitFor(() => expect(choice.getAttribute('aria-checked')).toBe('false'));
  expect(page.changes()).toEqual([]);
});

test('an alum without a number has to enter one to turn texts on', async () => {
  const user = userOf('alumni', { ...noNumber, textContinueClicked: true });
  const page = await openAccount(user, {
    'POST /api/account/phone': toronto,
    'POST /api/update-text-consent': { textConsent: true, textContinueClicked: true },
  });
  await page.mouse.click(await screen.findByRole('switch'));
  await hasFocus(field());
  await page.type('Your mobile number', '416 555 0123');
  await page.press('{Enter}');
  await page.sees('You will receive text reminders for upcoming events');
  expect(page.changes().map(({ body }) => body)).toEqual([
    { phone: '416 555 0123' },
    { consent: true, clicked: true },
  ]);
});

test.each([
  ['/alumni-text-consent', userOf('alumni', noNumber), undefined],
  ['/text-consent', userOf('student', { ...noNumber, retreatContinueClicked: true }), 'checkbox'],
])('a yes on %s without a number asks for one', async (path, user, choice) => {
  const page = await openPage(path, { user, answers: studentAnswers });
  if (choice) await page.mouse.click(await screen.findByRole(choice));
  await page.click('Continue');
  await page.sees(missing);
  await hasFocus(field());
  expect(page.changes()).toEqual([]);
  await page.mouse.click(await screen.findByRole(choice ?? 'switch'));
  expect(screen.queryByLabelText('Your mobile number')).toBeNull();
});
