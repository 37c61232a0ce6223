import { expect, test } from 'vitest';
import { demoSite } from '../../demo/settings.ts';
import { welcomeMail } from './words.ts';

const welcome = (role: 'student' | 'alumni' | 'teacher', transferStudent = false) =>
  welcomeMail(
    demoSite,
    { firstName: 'Nora', role, transferStudent, lastSignInAt: null },
    'https://portal.test/x',
    7,
  ).text;

test('a student is welcomed with the three steps of the portal, of which a transfer student has no retreat', () => {
  expect(welcome('student')).toContain(
    '1. Choose a time for each class, from class 5 to class 10.\n2. Register for your one day retreat. The portal tells you how.\n3. Say whether you would like reminders by text.',
  );
  expect(welcome('student', true)).not.toContain('retreat');
});

test('alumni are told of sessions to join, and staff of the dashboard', () => {
  expect(welcome('alumni')).toContain('3. Press Join when a session begins.');
  expect(welcome('alumni')).not.toContain('retreat');
  expect(welcome('teacher')).toContain('You will find the dashboard there.');
  expect(welcome('teacher')).not.toContain('steps');
});
