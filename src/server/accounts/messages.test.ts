import { expect, test } from 'vitest';
import { demoSite } from '../../demo/settings.ts';
import { layOutMail } from '../messages/mail-layout.ts';
import { welcomeMail } from './words.ts';

const welcome = (role: 'student' | 'alumni' | 'teacher', transferStudent = false) =>
  layOutMail(
    { site: demoSite, publicUrl: 'https://portal.test' },
    'Nora',
    welcomeMail(demoSite, { role, transferStudent, lastSignInAt: null }, '/x', 7),
  ).text;

test('the welcome email lists three steps, without the retreat for transfer students', () => {
  expect(welcome('student')).toContain(
    '1. Pick a time for each class, from Class 5 to Class 10.\n2. Register for your one-day retreat. The portal shows you how.\n3. Tell us whether you’d like text reminders.',
  );
  expect(welcome('student', true)).not.toContain('retreat');
});

test('the welcome email tells alumni about sessions and staff about the dashboard', () => {
  expect(welcome('alumni')).toContain('3. Press Join when a session starts.');
  expect(welcome('alumni')).not.toContain('retreat');
  expect(welcome('teacher')).toContain('You’ll find your dashboard there.');
  expect(welcome('teacher')).not.toContain('steps');
});
