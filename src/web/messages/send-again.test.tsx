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

async function openQuestion(answers: Answers) {
  const page = await openPage('/admin/people/1', {
    user: userOf('admin'),
    answers: {
      ...personAnswers(),
      'GET /api/admin/people/:id/timeline': { entries: [entry], next: null },
      ...answers,
    },
  });
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
