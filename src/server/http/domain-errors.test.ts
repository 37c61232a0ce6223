import { expect, test } from 'vitest';
import { DomainError } from '../platform/errors.ts';
import { describeDomainError } from './domain-errors.ts';

test('a domain error has the status and message of its name, and no field if it concerns none', () => {
  expect(describeDomainError(new DomainError('class-has-registrations'))).toEqual({
    status: 409,
    message: 'There are students registered for this class. It cannot be deleted.',
    field: undefined,
    current: undefined,
  });
});

test('a course rule uses the course’s own message', () => {
  expect(describeDomainError(new DomainError('week-taken'))).toMatchObject({
    status: 409,
    message: 'You already have a class scheduled for this week. Please try another week.',
  });
});

test('a phone number error uses the field name the form has for it', () => {
  const error = new DomainError('phone-in-use', { field: 'phoneNumber' });
  expect(describeDomainError(error)).toMatchObject({ status: 409, field: 'phoneNumber' });
});

test('a version conflict carries the current row', () => {
  const current = { version: 3 };
  const details = { what: 'class', attempt: 'delete it', current } as const;
  expect(describeDomainError(new DomainError('version-conflict', details))).toMatchObject({
    status: 409,
    message:
      'Someone else has changed this class in the meantime. Please check the new values before you delete it.',
    current,
  });
});

test.each([
  [['Ana Lima'], 'Ana Lima already has another class then.'],
  [['Ana Lima', 'Ben Ode'], 'Ana Lima and Ben Ode already have another class then.'],
  [['A', 'B', 'C', 'D'], 'A, B, C and 1 other already have another class then.'],
  [['A', 'B', 'C', 'D', 'E'], 'A, B, C and 2 others already have another class then.'],
  [undefined, 'someone registered for it already has another class then.'],
])('the message says that %s are busy that week', (students, words) => {
  const details = students === undefined ? {} : { students };
  const { message } = describeDomainError(new DomainError('students-busy-that-week', details));
  expect(message).toBe(`You can’t move the class to that week: ${words}`);
});
