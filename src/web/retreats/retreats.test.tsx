import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import {
  foundPerson,
  personAnswers,
  staffAnswers,
  studentAnswers,
  studentRow,
} from '../testing/fixtures.ts';
import { hold, openPage, refuseClipboard, userOf } from '../testing/open-page.tsx';
import { dayButton, openCalendar } from '../testing/staff-pages.ts';

const guest = (id: number, email: string) => ({
  id,
  retreatTitle: 'A day in the hills',
  retreatDescription: 'Saturday, November 21, 2026',
  guestName: null,
  email,
  phone: null,
  siteReference: 'LR-1',
  registeredAt: '2026-11-16T18:00:00.000Z',
});
const eve = guest(1, 'eve@example.org');
const registration = { id: 1, retreatTitle: 'A day in the hills', retreatDescription: '' };

const openStudents = (answers: Answers = {}) =>
  openPage('/admin?tab=students', {
    user: userOf('admin'),
    answers: {
      ...staffAnswers,
      'GET /api/admin/retreat-registrations/unmatched': [eve],
      'GET /api/admin/retreat-registrations/dismissed': [],
      'GET /api/admin/people': ({ query }) =>
        /farah/i.test(query.search ?? '') ? [foundPerson(1)] : [],
      ...answers,
    },
  });

async function openMatching(answers: Answers = {}) {
  const page = await openStudents(answers);
  await page.click(/match anyone here$/);
  await screen.findByRole('dialog', { name: 'Match Retreat Registrations' });
  return page;
}

async function chooseFarah(page: Awaited<ReturnType<typeof openMatching>>) {
  await page.type('Who is this guest?', 'FARAH had');
  await page.click(/^Farah Haddad/, 'radio');
}

test('a guest can be matched once a student is chosen, and the button says Matching...', async () => {
  const { answer, letGo } = hold(() => registration);
  const page = await openMatching({
    'POST /api/admin/retreat-registrations/:id/match': answer,
  });
  await page.sees('1 retreat registration doesn’t match anyone here');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Match' }).disabled).toBe(true);
  await page.type('Who is this guest?', 'nobody at all');
  await page.sees('No one found. Try another name, email or phone number.');
  await chooseFarah(page);
  await page.mouse.dblClick(screen.getByRole('button', { name: 'Match' }));
  await screen.findByRole('button', { name: 'Matching...' });
  await page.press('{Escape}');
  letGo();
  await page.sees('It now belongs to Farah Haddad.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.changes()).toMatchObject([{ params: { id: '1' }, body: { personId: 1 } }]);
});

test('a match that fails without a message shows a fallback and keeps the chosen student', async () => {
  const page = await openMatching({
    'POST /api/admin/retreat-registrations/:id/match': new Refusal(500, ''),
  });
  await chooseFarah(page);
  await page.click('Match');
  await page.sees('We couldn’t match this registration. Please try again.');
  expect(screen.getByRole<HTMLInputElement>('radio').checked).toBe(true);
});

test('a registration that another admin matched in the meantime disappears with a message', async () => {
  let asked = 0;
  const page = await openMatching({
    'GET /api/admin/retreat-registrations/unmatched': () => (asked++ === 0 ? [eve] : []),
    'POST /api/admin/retreat-registrations/:id/match': new Refusal(
      409,
      'This registration belongs to Marcus Bell already.',
    ),
  });
  await chooseFarah(page);
  await page.click('Match');
  await page.sees('This registration belongs to Marcus Bell already.');
  await page.click('Close');
  await waitFor(() => page.seesNot(/doesn’t match anyone here$/));
});

test('a guest who is not ours can be removed and restored', async () => {
  const lists = { unmatched: [eve], dismissed: [] as (typeof eve)[] };
  const page = await openMatching({
    'GET /api/admin/retreat-registrations/unmatched': () => lists.unmatched,
    'GET /api/admin/retreat-registrations/dismissed': () => lists.dismissed,
    'POST /api/admin/retreat-registrations/:id/dismiss': () => {
      Object.assign(lists, { unmatched: [], dismissed: [eve] });
      return { message: '' };
    },
    'POST /api/admin/retreat-registrations/:id/restore': () => {
      Object.assign(lists, { unmatched: [eve], dismissed: [] });
      return { message: '' };
    },
  });
  await page.click('Not Ours');
  await page.sees('There’s nothing to match.');
  await page.click('Not ours (1)');
  await page.click('Restore');
  await page.sees('Retreat registration restored');
  await screen.findByRole('button', { name: 'Not Ours' });
});

test('teachers see no unmatched retreat registrations', async () => {
  const page = await openPage('/admin?tab=students', {
    user: userOf('teacher'),
    answers: staffAnswers,
  });
  await page.sees('Farah');
  expect(page.calls('GET /api/admin/retreat-registrations/unmatched')).toEqual([]);
});

test('a retreat booked by phone needs a title and an end after its start, and keeps the input', async () => {
  const page = await openStudents({ 'POST /api/admin/people/:id/retreats': new Refusal(500, '') });
  await page.click('No add a retreat for Farah Haddad');
  await page.click('Add Retreat');
  await page.sees('Title is required');
  await page.type('Title', 'A day in the hills');
  await page.type('Description', 'Booked by phone.');
  await openCalendar(page, 'Date \\(optional\\)', 'December', '2026');
  await page.mouse.click(dayButton('Dec 5, 2026'));
  await page.mouse.selectOptions(screen.getByLabelText('Ends'), '8:15 AM');
  await page.click('Add Retreat');
  await page.sees('The end time must be after the start time');
  expect(page.changes()).toEqual([]);
  await page.mouse.selectOptions(screen.getByLabelText('Starts'), '7:45 AM');
  await page.click('Add Retreat');
  await page.sees('We couldn’t add the retreat. Please try again.');
  expect(page.changes()[0]?.body).toMatchObject({ from: '07:45', until: '08:15' });
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('A day in the hills');
});

test('a retreat edit that fails without a message shows a fallback', async () => {
  const details = [{ id: 3, title: 'By the sea', description: 'Saturday' }];
  const page = await openStudents({
    'GET /api/students': [studentRow(1, { retreatScheduled: 'Yes', retreatDetails: details })],
    'PATCH /api/admin/retreat-registrations/:id': new Refusal(500, ''),
  });
  await page.click(/^Yes edit the retreat/);
  await page.type('Title', 'In the hills');
  await page.click('Update Retreat');
  await page.sees('Failed to update retreat registration');
});

test.each([
  [true, 'Remove…', 'Remove Retreat'],
  [false, 'Undo Match…', 'Undo Match'],
])(
  'removing a retreat from a student (entered by hand: %s) needs confirmation',
  async (isEnteredByHand, opener, confirm) => {
    const retreat = {
      id: 3,
      title: 'By the sea',
      description: '',
      isEnteredByHand,
      guestName: null,
      startsAt: null,
      endsAt: null,
      registeredAt: '2026-11-10T18:00:00.000Z',
      canceledAt: null,
    };
    const page = await openPage('/admin/people/1', {
      user: userOf('admin'),
      answers: {
        ...personAnswers({ retreats: [retreat] }),
        'POST /api/admin/retreat-registrations/:id/detach': new Refusal(409, 'It is gone already.'),
      },
    });
    await page.click(opener);
    const dialog = await screen.findByRole('dialog');
    expect(page.changes()).toEqual([]);
    await page.click(confirm);
    await within(dialog).findByText('It is gone already.');
  },
);

test('a code that the browser cannot copy is selected instead', async () => {
  const page = await openPage('/retreat-registration', {
    user: userOf('student'),
    answers: studentAnswers,
  });
  refuseClipboard();
  await page.click('Copy the code FIRSTRETREAT');
  await page.sees('Please copy the selected code yourself');
  expect(document.getSelection()?.toString()).toBe('FIRSTRETREAT');
});
