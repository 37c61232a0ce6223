import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { personAnswers } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

const note = {
  id: 3,
  body: 'Prefers mornings.',
  writtenBy: 'Amara Osei',
  writtenAt: '2026-11-10T18:00:00.000Z',
  editedAt: null,
  isEditable: true,
  version: 1,
};

const openNotes = (answers: Answers = {}) =>
  openPage('/admin/people/1', {
    user: userOf('admin'),
    answers: { ...personAnswers(), ...answers },
  });

const typed = () => screen.getByLabelText<HTMLTextAreaElement>('Note').value;

test('a note that fails to save shows an error and keeps the text', async () => {
  const page = await openNotes({ 'POST /api/admin/people/:id/notes': new Refusal(500, '') });
  await page.sees('No notes yet.');
  await page.click('Add a Note');
  await page.click('Save Note');
  expect(page.changes()).toEqual([]);
  await page.type('Note', 'Prefers evenings.');
  await page.click('Save Note');
  await page.sees('We couldn’t save the note. Please try again.');
  expect(typed()).toBe('Prefers evenings.');
});

test('a note that another admin changed shows its current text, and the input is kept', async () => {
  const current = { body: 'Has moved away.', version: 2 };
  const page = await openNotes({
    'GET /api/admin/people/:id/notes': [note],
    'PATCH /api/admin/notes/:id': new Refusal(409, 'Somebody was quicker.', { current }),
  });
  await page.click(/^Edit the note/);
  await page.type('Note', 'Prefers evenings.');
  await page.click('Save Note');
  await page.seesItems(['Note is now Has moved away.']);
  expect(typed()).toBe('Prefers evenings.');
});

test('deleting a note needs confirmation and shows an error', async () => {
  const page = await openNotes({
    'GET /api/admin/people/:id/notes': [note],
    'DELETE /api/admin/notes/:id': new Refusal(500, ''),
  });
  await page.click(/^Delete the note/);
  await screen.findByRole('dialog', { name: 'Delete this note?' });
  expect(page.changes()).toEqual([]);
  await page.click('Delete');
  await page.sees('We couldn’t delete the note. Please try again.');
});
