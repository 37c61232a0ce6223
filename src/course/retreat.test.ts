import { describe, expect, test } from 'vitest';
import { readRetreatTimes, retreatCodeFor, retreatDate, retreatTitle } from './retreat.ts';

describe('the title of the retreat', () => {
  test.each([
    ['one day yoga & meditation retreat', 'One Day Yoga & Meditation Retreat'],
    ['the art of rest and the quiet mind', 'The Art of Rest and the Quiet Mind'],
    ['what to look for', 'What to Look For'],
    ['WEEKEND OF THE SEA', 'Weekend of the Sea'],
    ['SILENT retreat', 'Silent Retreat'],
    ['a TM weekend in LA', 'A TM Weekend in LA'],
    ['a USA retreat', 'A USA Retreat'],
    ['a NASA retreat', 'A Nasa Retreat'],
    ['the U.S.A. retreat (TM)', 'The U.S.A. Retreat (TM)'],
    ['retreat AT the McKenna house', 'Retreat at the McKenna House'],
    ['one-day state-of-the-art retreat', 'One-Day State-of-the-Art Retreat'],
    ['women’s 3rd (spring) retreat', 'Women’s 3rd (Spring) Retreat'],
    ['été à la montagne', 'Été À La Montagne'],
    ['ÉTÉ EN MONTAGNE', 'Été En Montagne'],
    ['  two   spaces ', 'Two Spaces'],
    ['静修 retreat', '静修 Retreat'],
  ])('%j reads %j', (title, expected) => {
    expect(retreatTitle(title)).toBe(expected);
  });

  test.each([null, undefined, '', '   '])(
    'without a title (%j) it invites the student to schedule',
    (title) => {
      expect(retreatTitle(title)).toBe('Schedule Your Retreat');
    },
  );
});

test('the first-retreat code is for everyone but transfer students', () => {
  expect(retreatCodeFor({ transferStudent: false }, 'LAKE')).toBe('LAKE');
  expect(retreatCodeFor({ transferStudent: true }, 'LAKE')).toBeNull();
});

test('a retreat entered by staff begins and ends in Pacific time, in summer and winter', () => {
  const typed = { from: '09:00', until: '17:30' };
  expect(readRetreatTimes({ date: '2026-07-04', ...typed })).toEqual({
    startsAt: new Date('2026-07-04T16:00:00Z'),
    endsAt: new Date('2026-07-05T00:30:00Z'),
  });
  expect(readRetreatTimes({ date: '2026-12-05', ...typed })).toEqual({
    startsAt: new Date('2026-12-05T17:00:00Z'),
    endsAt: new Date('2026-12-06T01:30:00Z'),
  });
});

test('without a day a retreat has no times', () => {
  const none = { startsAt: null, endsAt: null };
  expect(readRetreatTimes({ date: '', from: '09:00', until: '17:00' })).toEqual(none);
});

describe('the date of a retreat', () => {
  const [start, end] = [new Date('2026-11-21T17:00:00Z'), new Date('2026-11-22T01:00:00Z')];
  const nextDay = new Date('2026-11-23T01:00:00Z');

  test('is its day and hours in Pacific time, or its first and last day', () => {
    const plain = (text: string | null) => text?.replace(/\s/g, ' ');
    expect(plain(retreatDate('Bring a blanket.', start, end))).toBe(
      'Saturday, November 21, 2026, 9:00 AM–5:00 PM PT',
    );
    expect(plain(retreatDate('', start, nextDay))).toBe(
      'Saturday, November 21, 2026 to Sunday, November 22, 2026',
    );
  });

  test('is left out if the description contains it', () => {
    expect(retreatDate('On Saturday, November 21,\n2026, at nine', start, end)).toBeNull();
  });
});
