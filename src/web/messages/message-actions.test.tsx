import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { personAnswers } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

const entry = {
  key: 'message 5',
  at: '2026-11-15T18:00:00.000Z',
  kind: 'messages' as const,
  title: 'Login link by mail: sent',
  details: [],
  changes: [],
  by: null,
  classId: null,
  messageId: 5,
  isProblem: false,
};

const openPerson = (answers: Answers, user = userOf('admin')) =>
  openPage('/admin/people/1', {
    user,
    answers: {
      ...personAnswers(),
      'GET /api/admin/people/:id/timeline': { entries: [entry], next: null },
      ...answers,
    },
  });

async function openQuestion(answers: Answers) {
  const page = await openPerson(answers);
  await page.click('Send Again Login link by mail');
  await screen.findByRole('dialog', { name: 'Send this message again?' });
  return page;
}

test('a message is sent again after confirming', async () => {
  const message = 'We’re sending it again to farah@example.org.';
  const page = await openQuestion({ 'POST /api/admin/messages/:id/send-again': { message } });
  expect(page.changes()).toEqual([]);
  await page.click('Send Again');
  await page.sees(message);
  expect(page.changes()).toMatchObject([{ params: { id: '5' } }]);
});

test('an outdated message can’t be sent again, and the dialog says why', async () => {
  const page = await openQuestion({
    'POST /api/admin/messages/:id/send-again': new Refusal(409, 'The class is over.'),
  });
  await page.click('Send Again');
  await page.sees('The class is over.');
  const again = screen.getByRole<HTMLButtonElement>('button', { name: 'Send Again' });
  expect(again.disabled).toBe(true);
});

const email = {
  subject: 'Your new time for Class 6',
  channel: 'email' as const,
  recipient: 'farah@example.org',
  status: 'sent' as const,
  sentAt: '2026-11-15T18:00:00.000Z',
  text: 'Hello Farah,',
};
const read = 'GET /api/admin/messages/:id';

test('staff who can’t edit read an email but can’t send it again', async () => {
  const page = await openPerson({ [read]: email }, userOf('teacher'));
  await page.click('Read Login link by mail');
  await screen.findByRole('dialog', { name: 'Your new time for Class 6' });
  await page.sees('Hello Farah,');
  expect(screen.queryByRole('button', { name: /^Send Again/ })).toBeNull();
});

test('a text is shown as it was sent', async () => {
  const text = { ...email, subject: null, channel: 'text' as const };
  const page = await openPerson({ [read]: { ...text, text: 'Your Class 6 is tomorrow.' } });
  await page.click('Read Login link by mail');
  await page.sees('Your Class 6 is tomorrow.');
});

test('a message without a copy says so', async () => {
  const page = await openPerson({ [read]: { ...email, text: null } });
  await page.click('Read Login link by mail');
  await page.sees('We no longer have a copy of this message.');
});

test('a message that failed to load can be retried', async () => {
  let asked = 0;
  const page = await openPerson({
    [read]: () => (asked++ === 0 ? new Refusal(503, 'Away.') : email),
  });
  await page.click('Read Login link by mail');
  await page.sees('We couldn’t load the message');
  await page.click('Try Again');
  await page.sees('Hello Farah,');
});
