import { describe, expect, test } from 'vitest';
import { landingPageOf } from './redirects.ts';
import {
  canAdminister,
  canEdit,
  canHaveLoginLink,
  canSeeAlumniPages,
  canSeePerson,
  canUseLoginLinks,
  isStaff,
  ROLES,
  type Role,
  roleOf,
} from './roles.ts';

describe('roles', () => {
  test('the four roles are read as they are', () => {
    expect(ROLES.map(roleOf)).toEqual(['admin', 'teacher', 'student', 'alumni']);
  });

  test.each(['', 'guest', 'Admin', 'toString'])('the unknown role %j is a student', (text) => {
    expect(roleOf(text)).toBe('student');
  });

  test('everyone lands on their own page', () => {
    expect(ROLES.map(landingPageOf)).toEqual(['/admin', '/admin', '/onboarding', '/classes']);
  });

  test.each([
    ['is staff', isStaff, ['admin', 'teacher']],
    ['sees the alumni pages', canSeeAlumniPages, ['admin', 'teacher', 'alumni']],
    ['administers', canAdminister, ['admin']],
    [
      'can use login links of staff',
      (role: Role) => canUseLoginLinks(role, 'staff'),
      ['admin', 'teacher'],
    ],
    ['can use login links of admins', (role: Role) => canUseLoginLinks(role, 'admin'), ['admin']],
    ['an admin sees', (role: Role) => canSeePerson('admin', role), ROLES],
    ['a teacher sees', (role: Role) => canSeePerson('teacher', role), ['student', 'alumni']],
    ['a student sees', (role: Role) => canSeePerson('student', role), []],
    ['can have a login link in the dashboard', canHaveLoginLink, ['student', 'alumni']],
  ])('who %s', (_, may, expected) => {
    expect(ROLES.filter(may)).toEqual(expected);
  });

  test('admins can edit, and so can a teacher with edit rights', () => {
    expect(canEdit({ role: 'admin', isAdmin: false })).toBe(true);
    expect(canEdit({ role: 'teacher', isAdmin: true })).toBe(true);
    expect(canEdit({ role: 'teacher', isAdmin: false })).toBe(false);
    expect(canEdit({ role: 'alumni', isAdmin: false })).toBe(false);
  });
});
