import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { ClassPage } from '../../contract/class-page.ts';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { foundPerson } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';
import { classGuest, classPage } from '../testing/staff-pages.ts';

const call = 'PUT /api/admin/classes/:id/attendance';
const after = '2026-11-20T19:30:00Z';
const present = {
  status: 'Present' as const,
  source: 'report' as const,
  joinedAt: null,
  leftAt: null,
  recordedAt: after,
};
const guests = [
  classGuest(3, { attendance: present }),
  classGuest(4, { name: 'Omar Rahimi' }),
  classGuest(5, { name: 'Ida Holm' }),
];

async function open(page: Partial<ClassPage> = {}, answers: Answers = {}) {
  const opened = await openPage('/admin/classes/1', {
    user: userOf('admin'),
    now: new Date(after),
    answers: {
      'GET /api/admin/classes/:id': classPage({ guests, ...page }),
      [call]: { message: 'Attendance saved' },
      ...answers,
    },
  });
  await opened.click('Mark Attendance');
  await screen.findByRole('dialog', { name: 'Mark attendance' });
  return opened;
}

const ticked = () =>
  screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked);

test('everyone registered is listed, and those who are known to be present are checked', async () => {
  await open({ guests: [...guests, classGuest(6, { classNumber: null, role: 'alumni' })] });
  expect(ticked()).toEqual([true, false, false]);
});

test('Check All saves only the people who changed, without typing a reason', async () => {
  const page = await open();
  await page.click('Check All');
  expect(ticked()).toEqual([true, true, true]);
  await page.click('Save');
  await page.sees('Attendance saved');
  const people = [4, 5].map((personId) => ({ personId, version: 0, status: 'Present' }));
  expect(page.changes()).toMatchObject([{ body: { reason: 'Marked in class', people } }]);
});

test('Check All leaves out students who have already scheduled a makeup', async () => {
  const makeup = { classId: 9, startTime: '2026-11-20T00:00:00Z' };
  const page = await open({ guests: [classGuest(4), classGuest(5, { makeup })] });
  await page.click('Check All');
  expect(ticked()).toEqual([true, false]);
});

test('someone who is unchecked is marked Missed', async () => {
  const page = await open();
  await page.click(/^Farah/, 'checkbox');
  await page.click('Save');
  await page.sees('Attendance saved');
  expect(page.changes()).toMatchObject([{ body: { people: [{ personId: 3, status: 'Missed' }] } }]);
});

const said = { status: 'Missed' as const, reason: 'never came', by: 'Ruth Abara', at: after };
const correction = { ...said, guestName: null, version: 1 };

test('what someone else marks while the dialog is open does not become its base', async () => {
  let guest = classGuest(4);
  const page = await open(
    {},
    { 'GET /api/admin/classes/:id': () => classPage({ guests: [guest, classGuest(5)] }) },
  );
  guest = classGuest(4, { correction });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await screen.findByText(/never came/);
  await page.click('Check All');
  await page.click('Save');
  await page.sees('Attendance saved');
  expect(page.changes()).toMatchObject([{ body: { people: [{ version: 0 }, { version: 0 }] } }]);
});

test('after a conflict, the marks stay and are saved with the newer version', async () => {
  let asked = 0;
  const page = await open(
    {},
    {
      'GET /api/admin/classes/:id': () =>
        classPage({ guests: [classGuest(4, { correction: asked > 0 ? correction : null })] }),
      [call]: () =>
        asked++ === 0
          ? new Refusal(409, 'Someone else was here.', { current: correction })
          : { message: 'Attendance saved' },
    },
  );
  await page.click('Check All');
  await page.click('Save');
  await page.sees('Someone else was here.');
  await page.sees(/Missed \(Ruth Abara\)/);
  expect(ticked()).toEqual([true]);
  await page.click('Save');
  await page.sees('Attendance saved');
  expect(page.changes()).toMatchObject([
    { body: { people: [{ version: 0 }] } },
    { body: { people: [{ version: 1 }] } },
  ]);
});

test('students and alumni who walked in are found by name and added', async () => {
  const page = await open(
    {},
    {
      'GET /api/admin/people': [
        foundPerson(8, { firstName: 'Tess', lastName: 'Walker' }),
        foundPerson(9, { firstName: 'Alma', lastName: 'Walker', role: 'alumni' }),
      ],
    },
  );
  await page.mouse.click(screen.getByText('Add someone who walked in'));
  await page.type('Who walked in?', 'walker');
  await page.click(/^Tess Walker/, 'radio');
  await page.click('Add');
  await page.click(/^Alma Walker/, 'radio');
  await page.click('Add');
  await page.click('Save');
  await page.sees('Attendance saved');
  const walkIn = { status: 'Present', version: 0, isWalkIn: true };
  const people = [8, 9].map((personId) => ({ personId, ...walkIn }));
  expect(page.changes()).toMatchObject([{ body: { people } }]);
});

test('a walk-in whom someone else added first is listed once and not saved again', async () => {
  let isAdded = false;
  const added = classGuest(8, { name: 'Tess Walker', classNumber: null, attendance: present });
  const page = await open(
    {},
    {
      'GET /api/admin/people': [foundPerson(8, { firstName: 'Tess', lastName: 'Walker' })],
      'GET /api/admin/classes/:id': () =>
        classPage({ guests: [classGuest(4), ...(isAdded ? [added] : [])] }),
      [call]: () => {
        if (isAdded) return { message: 'Attendance saved' };
        isAdded = true;
        return new Refusal(409, 'Someone else was here.', { current: correction });
      },
    },
  );
  await page.mouse.click(screen.getByText('Add someone who walked in'));
  await page.type('Who walked in?', 'walker');
  await page.click(/^Tess Walker/, 'radio');
  await page.click('Add');
  await page.click('Add');
  await page.click('Save');
  await page.sees('Someone else was here.');
  await page.sees(/^Tess Walker · walk-in · Present/);
  await page.click('Save');
  await page.sees('Attendance saved');
  expect(page.changes()).toMatchObject([
    { body: { people: [{ personId: 8 }] } },
    { body: { people: [] } },
  ]);
});

test('a registered student who is picked as a walk-in is only checked', async () => {
  const page = await open({}, { 'GET /api/admin/people': [foundPerson(4)] });
  await page.mouse.click(screen.getByText('Add someone who walked in'));
  await page.type('Who walked in?', 'farah');
  await page.click(/^Farah Haddad/, 'radio');
  await page.click('Add');
  expect(ticked()).toEqual([true, true, false]);
});
