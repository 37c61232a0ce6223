import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { ClassPage } from '../../contract/class-page.ts';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { adminClass } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';
import { choose, classGuest, classPage, fieldValue } from '../testing/staff-pages.ts';

interface Options {
  role?: 'admin' | 'teacher';
  now?: string;
  answers?: Answers;
}

const open = (page: Partial<ClassPage> = {}, { role = 'admin', now, answers }: Options = {}) =>
  openPage('/admin/classes/1', {
    user: userOf(role),
    ...(now && { now: new Date(now) }),
    answers: {
      'GET /api/admin/classes/:id': classPage(page),
      'GET /api/admin/classes/:id/messages': [],
      ...answers,
    },
  });

const during = '2026-11-20T18:10:00Z';
const after = '2026-11-20T19:30:00Z';
const correction = 'PATCH /api/admin/classes/:id/attendance/:personId';
const present = {
  status: 'Present' as const,
  source: 'report' as const,
  joinedAt: '2026-11-20T18:00:00.000Z',
  leftAt: '2026-11-20T18:58:00.000Z',
  recordedAt: '2026-11-20T19:10:00.000Z',
};

test('before a class, its page lists who is coming', async () => {
  const page = await open({ guests: [classGuest(3, { marks: ['first', 'missed-last'] })] });
  await page.sees('Friday, November 20, 2026, 10:00 AM PT');
  await page.sees('The meeting is ready.');
  await page.sees('(202) 555-0104');
  await page.sees('First class');
  await page.sees('Missed the last class');
  expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull();
});

test('a class that fails to load shows the reason', async () => {
  const page = await open(
    {},
    { answers: { 'GET /api/admin/classes/:id': new Refusal(500, 'Something broke.') } },
  );
  await page.sees('We couldn’t load this class');
  await page.sees('Something broke.');
});

test('during a class, its page shows who is in the room, waiting, or unknown', async () => {
  const inside = {
    ...present,
    status: 'Joined' as const,
    source: 'webhook' as const,
    leftAt: null,
  };
  const page = await open(
    {
      guests: [classGuest(3, { attendance: inside }), classGuest(4, { name: 'Omar Rahimi' })],
      waiting: [{ name: 'Aiko', since: during }],
      unknownGuests: [
        { name: 'M’s iPad', registeredAtZoom: false, joinedAt: during, leftAt: null },
      ],
    },
    { now: during },
  );
  await page.sees('1 of 2 in the room now');
  await page.sees('Not here yet');
  await page.sees('Aiko');
  await page.sees('“M’s iPad”');
});

test('after a class, its page shows who came and who missed it', async () => {
  const page = await open(
    { guests: [classGuest(3, { attendance: present }), classGuest(4)], isAttendanceFinal: true },
    { now: after },
  );
  await page.sees('Zoom has reported who attended.');
  await page.sees('Present');
  await page.sees('Missed');
});

test('a teacher cannot correct attendance', async () => {
  const page = await open({}, { role: 'teacher', now: after });
  await page.sees('Missed');
  const changing = /^Correct|Edit Class|Message|Cancel/;
  expect(screen.queryAllByRole('button', { name: changing })).toEqual([]);
});

async function openCorrection(answers: Answers = {}) {
  const page = await open({}, { now: after, answers });
  await page.click(/^Correct/);
  await screen.findByRole('dialog', { name: 'Correct attendance' });
  return page;
}

test('a correction needs a status and a reason', async () => {
  const page = await openCorrection();
  await choose(page, 'Attendance', 'Excused');
  await page.click('Save');
  await page.sees('Please give a reason');
  expect(page.changes()).toEqual([]);
});

test('a failed correction keeps the form and can be saved again', async () => {
  let asked = 0;
  const page = await openCorrection({
    [correction]: () =>
      asked++ === 0 ? new Refusal(503, 'Away.') : { message: 'Attendance corrected' },
  });
  await choose(page, 'Attendance', 'Excused');
  await page.type('Reason', 'had to leave at once');
  await page.click('Save');
  await page.sees('Away.');
  expect([fieldValue('Attendance'), fieldValue('Reason')]).toEqual([
    'Excused',
    'had to leave at once',
  ]);
  await page.click('Save');
  await page.sees('Attendance corrected');
  expect(page.changes()).toMatchObject([
    {},
    { params: { id: '1', personId: '3' }, body: { status: 'Excused' } },
  ]);
});

test('the second editor sees the first one’s correction and keeps their input', async () => {
  const current = {
    status: 'Missed' as const,
    reason: 'never came',
    by: 'Ruth Abara',
    at: after,
    guestName: null,
    version: 1,
  };
  const page = await openCorrection({
    [correction]: new Refusal(409, 'Somebody else has corrected it.', { current }),
  });
  await choose(page, 'Attendance', 'Present');
  await page.type('Reason', 'sat in the back');
  await page.click('Save');
  await page.sees('Somebody else has corrected it.');
  const differences = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(differences).toContain('Attendance (changed by Ruth Abara) is now Missed');
  expect(differences).toContain('Reason is now never came');
  expect(fieldValue('Reason')).toBe('sat in the back');
});

test('a guest matched to a person stays Present and keeps the name', async () => {
  const said = { status: 'Present' as const, reason: 'her iPad', by: 'Ruth Abara', at: after };
  const matched = classGuest(3, { correction: { ...said, guestName: 'M’s iPad', version: 1 } });
  const page = await open(
    { guests: [matched] },
    { now: after, answers: { [correction]: { message: 'Attendance corrected' } } },
  );
  await page.click(/^Correct/);
  await page.type('Reason', 'She told us');
  await page.click('Save');
  await page.sees('Attendance corrected');
  expect(page.changes()).toMatchObject([{ body: { status: 'Present', guestName: 'M’s iPad' } }]);
});

test('an unknown guest is matched to a person', async () => {
  const page = await open(
    {
      unknownGuests: [
        { name: 'M’s iPad', registeredAtZoom: false, joinedAt: during, leftAt: after },
      ],
    },
    { now: after, answers: { [correction]: new Refusal(409, 'They are matched already.') } },
  );
  await page.click(/^Who was this/);
  await screen.findByRole('dialog', { name: 'Who was “M’s iPad”?' });
  await page.click('Save');
  await page.sees('Please choose who it was');
  await choose(page, 'Who was it?', 'Farah Haddad, Class 5');
  await page.click('Save');
  await page.sees('They are matched already.');
  expect(fieldValue('Who was it?')).toBe('3');
  expect(page.changes()).toMatchObject([{ body: { status: 'Present', guestName: 'M’s iPad' } }]);
});

test('a class that never started can be marked as held', async () => {
  let wasHeld: boolean | null = false;
  const page = await open(
    {},
    {
      now: after,
      answers: {
        'GET /api/admin/classes/:id': () => classPage({ wasHeld }),
        'POST /api/admin/classes/:id/held': () => {
          wasHeld = true;
          return { message: 'The class is marked as held.' };
        },
      },
    },
  );
  await page.sees('No one started this class');
  await page.sees('Not held');
  await page.click('Mark as Held');
  await page.sees('The class is marked as held.');
  await waitFor(() => page.seesNot('No one started this class'));
});

test('a report problem is shown and can be retried', async () => {
  const page = await open(
    { attendanceProblem: 'Zoom gives no reports to this account.' },
    {
      now: after,
      answers: {
        'POST /api/admin/attendance-problems/retry': new Refusal(429, 'Please wait a minute.'),
      },
    },
  );
  await page.sees('Zoom gives no reports to this account.');
  await page.click(/^Retry/);
  await page.sees('Please wait a minute.');
});

test('deleting a class on its page leads to the dashboard', async () => {
  const page = await open(
    { courseClass: adminClass(1), guests: [] },
    {
      answers: {
        'GET /api/classes/:id/registrations/count': { count: 0 },
        'DELETE /api/classes/:id': { message: 'Class deleted successfully' },
        'GET /api/classes/all': [],
      },
    },
  );
  await page.click('Edit Class');
  await page.click('Delete');
  await screen.findByRole('dialog', { name: /^Are you sure/ });
  await page.click('Delete');
  await page.sees('Class deleted successfully');
  await page.isAt('/admin');
});
