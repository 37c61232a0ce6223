import { expect, test } from 'vitest';
import { ROLES, type Role } from './roles.ts';
import { readTextReply, staffConsentProblem, textConsentShownTo } from './text-consent.ts';

const site = { organization: 'Quiet Mornings', courseShortName: 'TM' };
const shownTo = (role: Role) => textConsentShownTo(role, site, null);

test('students opt in to reminders, everyone else to event news', () => {
  expect(shownTo('student')).toContain('Yes, I want to receive text message reminders');
  expect(shownTo('alumni')).toContain('retreats, refresher courses and other events');
  expect(shownTo('teacher')).toBe(shownTo('alumni'));
});

test('the consent text always names rates and STOP, the sender, the frequency, HELP, and the policy', () => {
  for (const role of ROLES) {
    expect(shownTo(role)).toMatch(
      /Quiet Mornings sends these texts .* (usually 2|1) a week.* Reply HELP for help\. Privacy Policy$/,
    );
    expect(shownTo(role)).toMatch(/Message and data rates may apply.*reply STOP/);
  }
});

test('the consent text names the phone number', () => {
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

test.each(table)('the reply %s means %s, in any spelling', (word = '', meaning) => {
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

test('staff can turn texts on for a person with a number who has not opted out', () => {
  expect(staffConsentProblem({ hasPhone: true, textRefusal: null })).toBeNull();
});

test('only the person can take back their own opt-out, with or without a number', () => {
  for (const textRefusal of ['reply', 'page'] as const) {
    expect(staffConsentProblem({ hasPhone: true, textRefusal })).toBe(textRefusal);
    expect(staffConsentProblem({ hasPhone: false, textRefusal })).toBe(textRefusal);
  }
});

test('a person without a number cannot get texts', () => {
  expect(staffConsentProblem({ hasPhone: false, textRefusal: null })).toBe('no phone');
});
