import { expect, test } from 'vitest';
import { ROLES } from './roles.ts';
import { textConsentShownTo } from './text-consent.ts';

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
