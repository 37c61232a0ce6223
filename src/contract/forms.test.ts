import { expect, test } from 'vitest';
import { contract } from './contract.ts';

const person = {
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Byron',
  startDate: '2026-11-15',
  role: 'student',
};

function messageFor(change: object): string | undefined {
  const result = contract.addPerson.body.safeParse({ ...person, ...change });
  return result.error?.issues[0]?.message;
}

test('invalid person fields get the specification’s error messages', () => {
  expect(messageFor({})).toBeUndefined();
  expect(messageFor({ email: 'ada' })).toBe('Please enter a valid email address');
  expect(messageFor({ firstName: '  ' })).toBe('First name is required');
  expect(messageFor({ lastName: undefined })).toBe('Last name is required');
  expect(messageFor({ startDate: '' })).toBe('Please select a start date');
  expect(messageFor({ startDate: '1899-12-31' })).toBe(
    'Please select a date between 1900 and 2100',
  );
  expect(messageFor({ startDate: '2026-02-30' })).toBe('Please select a start date');
});

test('editing a student without a start date is rejected', () => {
  const { role: _, ...edited } = { ...person, textConsent: false, startDate: '' };
  const { error } = contract.editStudent.body.safeParse(edited);
  expect(error?.issues.map(({ message }) => message)).toEqual(['Start date is required']);
});

test('a phone number too short for any country and an endless name are rejected while typing', () => {
  expect(messageFor({ phoneNumber: '12' })).toBe('Please enter a valid phone number');
  expect(messageFor({ firstName: 'A'.repeat(101) })).toBe('Please use at most 100 characters');
  for (const phoneNumber of ['', '(202) 555-0103', '+49 30 123456']) {
    expect(messageFor({ phoneNumber })).toBeUndefined();
  }
});

test('the new-person call grants no staff role and no admin rights', () => {
  expect(messageFor({ role: 'admin' })).toBeDefined();
  expect(messageFor({ isAdmin: true })).toBeDefined();
  expect(messageFor({ canEdit: true })).toBeDefined();
  expect(messageFor({ isAdmin: false })).toBeUndefined();
});

test('a start date is its date part, in any ISO form', () => {
  const read = (startDate: string) =>
    contract.addPerson.body.parse({ ...person, startDate }).startDate;
  expect(read('2026-11-15')).toBe('2026-11-15');
  expect(read('2026-11-15T12:00:00.000Z')).toBe('2026-11-15');
  expect(read('2026-11-15T12:00:00-08:00')).toBe('2026-11-15');
});

test('invalid class fields get the specification’s error messages', () => {
  const fields = {
    pacificDate: '2026-12-01T12:00:00',
    timeSlot: '4PM',
    dayOfWeek: 'Tuesday',
    classType: 'Weekly',
  };
  const message = (change: object) =>
    contract.editClass.body.safeParse({ ...fields, ...change }).error?.issues[0]?.message;
  expect(message({})).toBeUndefined();
  expect(message({ pacificDate: '' })).toBe('Please select a date');
  expect(message({ pacificDate: '2026-13-01T12:00:00' })).toBe('Please select a date');
  const outOfRange = 'Please select a date between 1900 and 2100';
  expect(message({ pacificDate: '0026-12-01T12:00:00' })).toBe(outOfRange);
  expect(message({ pacificDate: '2101-01-01T12:00:00' })).toBe(outOfRange);
  expect(message({ timeSlot: '9PM' })).toBe('Please select a time slot');
  expect(message({ classType: 'Daily' })).toBe('Please select a class type');
});

test('an ID must be present, short, and free of control characters', () => {
  const message = (email: unknown) =>
    contract.sendLoginLink.body.safeParse({ email }).error?.issues[0]?.message;
  expect(message('ada@example.org')).toBeUndefined();
  expect(message('')).toBe('Email or phone number is required');
  expect(message(undefined)).toBe('Email or phone number is required');
  expect(message(['a@x.org'])).toBe('Email or phone number is required');
  expect(message('a@x.org\r\nBcc: b@y.org')).toBe(
    'Please use letters, numbers and punctuation only',
  );
  expect(message('a'.repeat(1_000_000))).toBe('Please use at most 254 characters');
});
