import { expect, test } from 'vitest';
import { ROLES } from './roles.ts';
import { readTextReply, textConsentShownTo } from './text-consent.ts';

test('students agree to reminders, everybody else to news of events', () => {
  expect(textConsentShownTo('student')).toContain('Yes, I want to receive text message reminders');
  expect(textConsentShownTo('alumni')).toContain('retreats, refresher courses and other events');
  expect(textConsentShownTo('teacher')).toBe(textConsentShownTo('alumni'));
});

test('nobody agrees without reading about rates and STOP', () => {
  for (const role of ROLES) {
    expect(textConsentShownTo(role)).toMatch(/Message and data rates may apply.*reply STOP/);
  }
});

const words = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT-OUT'],
  start: ['START', 'YES', 'UNSTOP'],
  help: ['HELP', 'INFO'],
};
const table = Object.entries(words).flatMap(([meaning, all]) => all.map((word) => [word, meaning]));

test.each(table)('the reply %s means %s, however it is typed', (word = '', meaning) => {
  const lower = word.toLowerCase();
  const capital = word.slice(0, 1) + lower.slice(1);
  for (const typed of [word, lower, capital, `  ${lower}\n`, `"${capital}!"`, `${lower}...`]) {
    expect(readTextReply(typed), typed).toBe(meaning);
  }
});

test.each([
  ['Stop all', 'stop'],
  ['opt out', 'stop'],
  ['e n d', 'stop'],
  ['When does it stop?', null],
  ['the end', null],
  ['ending', null],
  ['please cancel', null],
  ['yes please', null],
  ['👍', null],
  ['', null],
])('the reply %j means %s', (typed, meaning) => {
  expect(readTextReply(typed)).toBe(meaning);
});
