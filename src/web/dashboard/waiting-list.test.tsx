import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { WaitingTurn } from '../../contract/schedule.ts';
import { Refusal } from '../testing/fake-api.ts';
import { openPage, userOf } from '../testing/open-page.tsx';
import { classPage } from '../testing/staff-pages.ts';

const turn = (id: number, changes: Partial<WaitingTurn> = {}): WaitingTurn => ({
  id,
  personId: id,
  name: `Person ${id}`,
  classId: 1,
  classNumber: 5,
  startTime: '2026-11-20T18:00:00.000Z',

  turn: id,
  offerExpiresAt: null,
  ...changes,
});
const line = [turn(1, { offerExpiresAt: '2026-11-16T20:00:00.000Z' }), turn(2)];

const openClass = (role: 'admin' | 'teacher', answer?: Refusal) =>
  openPage('/admin/classes/1', {
    user: userOf(role),
    answers: {
      'GET /api/admin/classes/:id': classPage({ waitingList: line }),
      'GET /api/admin/classes/:id/messages': [],
      'POST /api/admin/waiting-lists/:id': answer ?? { message: 'Waiting list updated' },
    },
  });
const section = () => screen.findByRole('region', { name: 'Waiting List' });

test('a class’s page shows who is in line and who has been offered a place', async () => {
  await openClass('teacher');
  const rows = within(await section()).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Person 1Class 5 · place held until Mon Nov 16, 12:00 PM PT',
    'Person 2Class 5 · 2nd in line',
  ]);
  expect(within(await section()).queryByRole('button')).toBeNull();
});

test('an editor changes the line with a reason', async () => {
  const page = await openClass('admin');
  await page.click('Change Person 2’s place in line');
  await page.click('Move to Front…', 'menuitem');
  await page.type('Reason', 'Comes from far away');
  await page.click('Move to Front');
  await page.sees('Waiting list updated');
  expect(page.changes()).toMatchObject([
    { params: { id: '2' }, body: { action: 'front', reason: 'Comes from far away' } },
  ]);
});

test('a refusal stays in the dialog, so that the editor can add a reason', async () => {
  const page = await openClass('admin', new Refusal(400, 'Please give a reason'));
  await page.click('Change Person 2’s place in line');
  await page.click('Offer a Place…', 'menuitem');
  await page.click('Offer a Place');
  await page.sees('Please give a reason');
  await screen.findByLabelText('Reason');
});
