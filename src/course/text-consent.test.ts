import { expect, test } from 'vitest';
import { ROLES, type Role } from './roles.ts';
import { readTextReply, staffConsentProblem, textConsentShownTo } from './text-consent.ts';

const site = { organization: 'Quiet Mornings', courseShortName: 'TM' };
const shownTo = (role: Role) => textConsentShownTo(role, site, null);

test('students agree to reminders, everybody else to news of events', () => {
  expect(shownTo('student')).toContain('Yes, I want to receive text message reminders');
  expect(shownTo('alumni')).toContain('retreats, refresher courses and other events');
  expect(shownTo('teacher')).toBe(shownTo('alumni'));
});

test('nobody agrees without reading about rates and STOP, who sends, how often, HELP and the policy', () => {
  for (const role of ROLES) {
    expect(shownTo(role)).toMatch(
      /come from Quiet Mornings, .* (usually 2|1) a week.* Reply HELP for help\. Privacy Policy$/,
    );
    expect(shownTo(role)).toMatch(/Message and data rates may apply.*reply STOP/);
  }
});

test('whoever agrees reads which number the texts go to', () => {
  for (const role of ROLES) {
    const shown = textConsentShownTo(role, site, '(202) 555-0102');
    expect(shown.split('\n')[1]).toBe('We will text (202) 555-0102.');
    expect(shown.replace('We will text (202) 555-0102.\n', '')).toBe(shownTo(role));
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

test('staff may turn texts on for somebody with a number who has not said no', () => {
  expect(staffConsentProblem({ hasPhone: true, textRefusal: null })).toBeNull();
});

test('a no of the person’s own is theirs to take back, with or without a number', () => {
  for (const textRefusal of ['reply', 'page'] as const) {
    expect(staffConsentProblem({ hasPhone: true, textRefusal })).toBe(textRefusal);
    expect(staffConsentProblem({ hasPhone: false, textRefusal })).toBe(textRefusal);
  }
});

test('without a number nobody can receive texts', () => {
  expect(staffConsentProblem({ hasPhone: false, textRefusal: null })).toBe('no phone');
});
