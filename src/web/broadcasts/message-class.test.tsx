import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { openPage, userOf } from '../testing/open-page.tsx';
import { classPage, fieldValue } from '../testing/staff-pages.ts';

const preview = {
  mails: 2,
  texts: 0,
  names: ['Farah Haddad', 'Nora Lind'],
  minutes: 1,
  mail: { subject: 'A chair', text: 'Hello Farah,\n\nPlease bring a chair.' },
  text: { body: 'Bring a chair', segments: 1 },
};

async function openDialog(answers: Answers = {}) {
  const page = await openPage('/admin/classes/1', {
    user: userOf('admin'),
    answers: {
      'GET /api/admin/classes/:id': classPage(),
      'GET /api/admin/classes/:id/messages': [],
      'POST /api/admin/classes/:id/messages/preview': preview,
      'POST /api/admin/classes/:id/messages': {
        message: 'Your message is on its way to 2 people.',
      },
      ...answers,
    },
  });
  await page.click('Message the Class');
  await screen.findByRole('dialog', { name: 'Message the Class' });
  return page;
}

async function writeAndPreview(answers: Answers = {}) {
  const page = await openDialog(answers);
  await page.type('Subject', 'A chair');
  await page.type('Message', 'Please bring a chair.');
  await page.click('Preview');
  return page;
}
const sent = 'POST /api/admin/classes/:id/messages';

test('a message to a class needs a subject and a body', async () => {
  const page = await openDialog();
  await page.click('Preview');
  await page.sees('Please enter a subject');
  await page.sees('Please enter a message');
  expect(page.changes()).toEqual([]);
});

test('a message is sent after its preview', async () => {
  const page = await writeAndPreview();
  await page.sees('Email to Farah Haddad, Nora Lind');
  await page.sees(/^No one in this group has opted in to texts/);
  await page.click('Send to 2 People');
  await page.sees('Your message is on its way to 2 people.');
  expect(page.calls(sent)).toMatchObject([
    { body: { audience: 'registered', subject: 'A chair', body: 'Please bring a chair.' } },
  ]);
});

test('the second click of a double click sends nothing, and leaving asks for confirmation', async () => {
  const page = await writeAndPreview();
  fireEvent.click(await screen.findByRole('button', { name: 'Send to 2 People' }), { detail: 2 });
  await page.press('{Escape}');
  await page.click('Discard');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.calls(sent)).toEqual([]);
});

test('a refused message says why and can be edited', async () => {
  const page = await writeAndPreview({ [sent]: new Refusal(429, 'Too many for today.') });
  await page.click('Send to 2 People');
  await page.sees('Too many for today.');
  await page.click('Edit Message');
  await waitFor(() => expect(fieldValue('Subject')).toBe('A chair'));
});

test('a failed preview keeps the message', async () => {
  const page = await writeAndPreview({
    'POST /api/admin/classes/:id/messages/preview': new Refusal(409, 'Nobody is registered.'),
  });
  await page.sees('Nobody is registered.');
  expect(fieldValue('Message')).toBe('Please bring a chair.');
});

test('the class page lists messages to the class, and each can be read', async () => {
  const entry = {
    key: '8',
    at: '2026-11-15T18:00:00.000Z',
    kind: 'messages' as const,
    title: 'Message from staff by email',
    details: ['“A chair”', '2 sent'],
    changes: [],
    by: 'Ruth Abara',
    classId: null,
    messageId: 8,
    isProblem: false,
  };
  const page = await openPage('/admin/classes/1', {
    user: userOf('teacher'),
    answers: {
      'GET /api/admin/classes/:id': classPage(),
      'GET /api/admin/classes/:id/messages': [entry],
      'GET /api/admin/messages/:id': {
        subject: 'A chair',
        channel: 'email',
        recipient: 'farah@example.org',
        status: 'sent',
        sentAt: entry.at,
        text: 'Please bring a chair.',
      },
    },
  });
  await page.sees('2 sent');
  await page.sees(/by Ruth Abara/);
  await page.click('Read Message from staff by email');
  await screen.findByRole('dialog', { name: 'A chair' });
});
