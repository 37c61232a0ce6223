import { screen } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { site } from '../site.ts';
import { scheduleEntry } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

const { firstClass: usual } = site;
afterEach(() => Object.assign(site, { firstClass: usual }));

function openSchedule(firstClass: number, chosen: number) {
  Object.assign(site, { firstClass });
  const start = { startTime: '2026-11-25T17:00:00.000Z' };
  return openPage('/schedule', {
    user: userOf('student', { retreatContinueClicked: true, textContinueClicked: true }),
    answers: {
      'GET /api/schedule': Array.from({ length: chosen }, (_, index) =>
        scheduleEntry(firstClass + index, { class: { ...scheduleEntry(6).class, ...start } }),
      ),
      'GET /api/attendance': [],
      'GET /api/retreat-registration': null,
    },
  });
}

test.each([
  [1, 10, 'Your Course Schedule', null],
  [1, 7, 'Your Course Schedule', null],
  [1, 5, 'Finish choosing your class times', null],
  [3, 8, 'Your Course Schedule', /^Classes 3 to 10 follow your first two sessions\./],
  [7, 4, 'Your Course Schedule', /^Classes 7 to 10 follow your first six sessions\./],
])(
  'if students choose from class %i on and have chosen %i, the page is “%s”',
  async (first, chosen, title, note) => {
    const page = await openSchedule(first, chosen);
    await screen.findByRole('heading', { level: 1, name: title });
    const shown = await screen.findAllByRole('heading', { level: 2, name: /^Class \d+/ });
    expect(shown.map(({ textContent }) => textContent)).toEqual(
      Array.from({ length: chosen }, (_, index) => `Class ${first + index}`),
    );
    if (note) await page.sees(note);
    else page.seesNot(/booking confirmation/);
    const isComplete = first + chosen > 10;
    expect(screen.queryAllByRole('link', { name: 'Continue Choosing' })).toHaveLength(
      isComplete ? 0 : 1,
    );
  },
);
