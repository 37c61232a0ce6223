import { expect, test } from 'vitest';
import { readRefusal, toProblem } from './zoom-refusal.ts';

const now = new Date('2026-11-16T13:40:00Z');

function problemWith(status: number, body: object, headers = {}) {
  const text = JSON.stringify(body);
  return toProblem({ status, text, headers: new Headers(headers) }, readRefusal(text), now);
}

test.each([
  [400, 104, 'calls like this'],
  [400, 4700, 'calls like this'],
  [400, 4711, 'calls like this'],
  [403, 300, 'calls like this'],
  [404, 1001, 'calls like this for this host'],
  [400, 1010, 'calls like this for this host'],
  [400, 3161, 'calls like this for this host'],
  [400, 200, 'calls like this for this host'],
  [401, 124, 'everything'],
])('status %i with code %i needs the operator, and stops %s', (status, code, stops) => {
  expect(problemWith(status, { code, message: 'No.' })).toMatchObject({
    kind: 'operator',
    stops,
    message: expect.stringContaining(`Zoom returned ${status} (${code}): No.`),
  });
});

const untilMidnight = (10 * 60 + 20) * 60;
const ofMeetings =
  'You have exceeded the daily rate limit (100) of Meeting Create/Update API requests permitted for this particular user.';
const asStatus300 =
  'A maximum of 100 meetings can be created/updated for a single user in one day.';
const ofRegistrant =
  'You have exceeded the daily rate limit of "3" for Add meeting registrant API requests for the registrant "r". You can resume these API requests at GMT 00:00:00.';

test.each([
  [429, 429, ofMeetings, 'writes for this host'],
  [300, 300, asStatus300, 'writes for this host'],
  [400, 300, asStatus300, 'writes for this host'],
  [429, 429, ofRegistrant, null],
])('a daily limit, reported as %i and %i, lasts until midnight UTC', (...limit) => {
  const [status, code, message, stops] = limit;
  expect(problemWith(status, { code, message })).toMatchObject({
    kind: 'busy',
    retryAfterSeconds: untilMidnight,
    stops,
  });
});

test('an error names the fields that Zoom refused', () => {
  const errors = [{ field: 'first_name', message: 'Invalid field.' }];
  expect(problemWith(400, { code: 300, message: 'Validation Failed.', errors })).toMatchObject({
    kind: 'refused',
    message: 'Zoom returned 400 (300): Validation Failed. (first_name: Invalid field.)',
  });
});
