import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { contract } from './contract.ts';
import { checkAccess, type Endpoint } from './endpoint.ts';

const specified = `
  POST /api/auth/login
  POST /api/auth/verify
  POST /api/auth/logout
  GET /api/user
  GET /api/classes/available
  POST /api/register/class/{classId}
  GET /api/classes/reschedule-for-class/{registrationId}/{weekOffset}
  PATCH /api/register/reschedule/{registrationId}
  GET /api/classes/makeup-for-class/{registrationId}/{weekOffset}
  PATCH /api/register/makeup/{registrationId}
  GET /api/schedule
  GET /api/attendance
  GET /api/retreat-registration
  POST /api/complete-retreat-info
  POST /api/update-text-consent
  GET /api/alumni/classes
  POST /api/alumni/classes/{id}/join
  GET /api/instructors
  PATCH /api/classes/{id}
  GET /api/classes/{id}/registrations/count
  DELETE /api/classes/{id}
  POST /api/classes/test
  POST /api/admin/users
  PATCH /api/admin/retreat-registrations/{id}
  PATCH /api/admin/students/{id}
  GET /api/students
  GET /api/alumni
  GET /api/classes/all
  GET /api/classes/{id}/fresh-zoom-url
`
  .trim()
  .split(/\n\s*/);

/** The specification requires these calls without naming them. */
const added = [
  'GET /api/schedule/{registrationId}/meeting',
  'POST /api/auth/code',
  'POST /api/auth/new-link',
  'GET /api/plan',
  'POST /api/plan',
  'GET /api/account',
  'POST /api/account/time-zone',
  'GET /api/account/data',
  'GET /api/account/confirmed',
  'DELETE /api/account/sessions/{id}',
  'POST /api/auth/passkey/options',
  'POST /api/auth/passkey',
  'POST /api/account/passkeys/options',
  'POST /api/account/passkeys',
  'PATCH /api/account/passkeys/{id}',
  'DELETE /api/account/passkeys/{id}',
  'POST /api/admin/people/{id}/reset-passkeys',
  'POST /api/admin/sign-out-everybody',
  'POST /api/account/sign-out-everywhere',
  'POST /api/account/phone',
  'POST /api/account/phone/code',
  'POST /api/account/phone/confirm',
  'GET /api/admin/people',
  'POST /api/admin/people/import',
  'GET /api/admin/export/{what}',
  'GET /api/admin/audit',
  'GET /api/admin/audit.csv',
  'POST /api/admin/people/{id}/sign-out',
  'POST /api/admin/people/{id}/login-link',
  'POST /api/admin/people/{id}/send-login-link',
  'GET /api/admin/messages/{id}',
  'POST /api/admin/messages/{id}/send-again',
  'GET /api/admin/people/{id}/class-times/{classNumber}',
  'POST /api/admin/people/{id}/class-times/{classNumber}',
  'PATCH /api/admin/people/{id}/registrations/{registrationId}',
  'POST /api/admin/people/{id}/registrations/{registrationId}/undo',
  'POST /api/admin/people/{id}/registrations/{registrationId}/cancel',
  'POST /api/register/undo/{registrationId}',
  'GET /api/class-time-wish',
  'POST /api/class-time-wish',
  'DELETE /api/class-time-wish',
  'POST /api/admin/class-time-wishes/{id}/answer',
  'GET /api/waiting-lists',
  'POST /api/waiting-lists',
  'POST /api/waiting-lists/{id}',
  'POST /api/admin/waiting-lists/{id}',
  'GET /api/calendar',
  'POST /api/calendar/renew',
  'GET /api/calendar/file',
  'GET /api/calendar/feeds/{token}.ics',
  'GET /api/admin/people/{id}',
  'GET /api/admin/people/{id}/timeline',
  'GET /api/admin/people/{id}/notes',
  'POST /api/admin/people/{id}/notes',
  'PATCH /api/admin/notes/{id}',
  'DELETE /api/admin/notes/{id}',
  'GET /api/admin/classes/{id}',
  'PATCH /api/admin/classes/{id}/attendance/{personId}',
  'PUT /api/admin/classes/{id}/attendance',
  'GET /api/admin/attendance.csv',
  'GET /api/admin/past-classes',
  'POST /api/admin/classes/{id}/retry-meeting',
  'POST /api/admin/class-changes/preview',
  'POST /api/admin/class-changes',
  'POST /api/admin/terms',
  'POST /api/admin/cancellations/preview',
  'POST /api/admin/cancellations',
  'GET /api/admin/cancellations',
  'POST /api/admin/cancellations/{id}/undo',
  'POST /api/admin/classes/{id}/messages/preview',
  'POST /api/admin/classes/{id}/held',
  'GET /api/admin/classes/{id}/messages',
  'POST /api/admin/classes/{id}/messages',
  'GET /api/admin/closed-dates',
  'POST /api/admin/closed-dates/preview',
  'POST /api/admin/closed-dates',
  'DELETE /api/admin/closed-dates/{id}',
  'POST /api/admin/attendance-problems/retry',
  'POST /api/admin/people/{id}/retry-messages',
  'POST /api/admin/people/{id}/erase',
  'POST /api/admin/people/{id}/make-staff',
  'GET /api/admin/people/{id}/clearing',
  'GET /api/admin/people/{id}/return',
  'POST /api/admin/students/{id}/undo-reset',
  'GET /api/admin/finished-students',
  'POST /api/admin/make-alumni',
  'POST /api/admin/people/{id}/make-alumni',
  'POST /api/admin/people/{id}/make-student',
  'POST /api/admin/people/{id}/deactivate',
  'POST /api/admin/people/{id}/reactivate',
  'GET /api/admin/deactivated',
  'PATCH /api/admin/alumni/{id}',
  'GET /api/admin/retreat-registrations/unmatched',
  'POST /api/admin/retreat-registrations/{id}/match',
  'GET /api/admin/today',
  'GET /api/admin/journey',
  'GET /api/admin/journey/people',
  'GET /api/admin/journey/people.csv',
  'GET /api/admin/journey/trends',
  'POST /api/admin/journey/messages/preview',
  'POST /api/admin/journey/messages',
  'POST /api/admin/journey/login-links',
  'GET /api/admin/retreat-registrations/dismissed',
  'POST /api/admin/retreat-registrations/{id}/dismiss',
  'POST /api/admin/retreat-registrations/{id}/restore',
  'POST /api/admin/retreat-registrations/{id}/detach',
  'POST /api/admin/people/{id}/retreats',
  'PATCH /api/admin/students/{id}/transfer',
  'GET /api/admin/first-steps',
  'GET /api/admin/problems',
  'GET /api/admin/problems/count',
  'POST /api/admin/problems/retry',
  'POST /api/admin/problems/dismiss',
  'POST /api/admin/problems/restore',
  'GET /api/admin/setup',
  'POST /api/admin/setup/test-mail',
  'GET /api/admin/staff',
  'POST /api/admin/staff',
  'PATCH /api/admin/staff/{id}',
  'POST /api/admin/staff/{id}/deactivate',
  'POST /api/admin/staff/{id}/reactivate',
];

test('the contract has every call of the specification and only our own extra calls', () => {
  const declared = Object.values(contract).map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(declared.toSorted()).toEqual([...specified, ...added].toSorted());
});

test('every path parameter has a schema, and there is no schema without a parameter', () => {
  for (const { path, params } of Object.values(contract)) {
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const shape = 'shape' in params.def ? Object.keys(params.def.shape as object) : [];
    expect(shape.toSorted(), path).toEqual(inPath.toSorted());
  }
});

function fieldsOf({ params, query, body }: Endpoint): [string, z.ZodMiniType][] {
  const shapes = [params, query, body].map(({ def }) => ('shape' in def ? def.shape : {}));
  return shapes.flatMap((shape) => Object.entries(shape as Record<string, z.ZodMiniType>));
}

test('no call accepts a day in an absurd year such as 0 or 9999', () => {
  const takesDay = (schema: z.ZodMiniType, day: string) => schema.safeParse(day).success;
  const days = Object.values<Endpoint>(contract)
    .flatMap(fieldsOf)
    .filter(([, field]) => takesDay(field, '2026-11-15') && !takesDay(field, '2026-11-31'));
  expect(days.length).toBeGreaterThan(12);
  for (const day of ['0000-01-01', '0001-01-07', '1899-12-31', '2101-01-01', '9999-12-31']) {
    expect(days.filter(([, field]) => takesDay(field, day)).map(([name]) => name)).toEqual([]);
  }
});

test('edit rights open the editing calls to a teacher, but never to a student', () => {
  const check = (access: 'editors' | 'admins', role: 'teacher' | 'student', isAdmin: boolean) =>
    checkAccess(
      { access },
      { role, isAdmin, usesStaffLink: false, passkeyStep: null, isConfirmed: true },
    );
  expect(check('editors', 'teacher', false)).toBe('forbidden');
  expect(check('editors', 'teacher', true)).toBe('allowed');
  expect(check('editors', 'student', true)).toBe('forbidden');
  expect(check('admins', 'teacher', true)).toBe('forbidden');
});
