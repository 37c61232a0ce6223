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

test.each([
  ['STOP', 'stop'],
  [' stop. ', 'stop'],
  ['Stop all', 'stop'],
  ['unsubscribe', 'stop'],
  ['START', 'start'],
  ['unstop', 'start'],
  ['Help!', 'help'],
  ['info', 'help'],
  ['When does it stop?', null],
  ['', null],
])('the reply %j means %s', (words, meaning) => {
  expect(readTextReply(words)).toBe(meaning);
});
