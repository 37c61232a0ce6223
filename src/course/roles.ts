export const STAFF_ROLES = ['admin', 'teacher'] as const;
export const MEMBER_ROLES = ['student', 'alumni'] as const;
export const ROLES = [...STAFF_ROLES, ...MEMBER_ROLES] as const;
export type Role = (typeof ROLES)[number];
export type StaffRole = (typeof STAFF_ROLES)[number];

export function roleOf(text: string): Role {
  return ROLES.find((role) => role === text) ?? 'student';
}

export function isStaff(role: Role): role is StaffRole {
  return role === 'admin' || role === 'teacher';
}

export function canSeeAlumniPages(role: Role): boolean {
  return isStaff(role) || role === 'alumni';
}

/** Edit rights cover Edit Class, Add Student and Add Alumni, for example. An admin can grant them to a teacher. */
export function canEdit(person: { readonly role: Role; readonly isAdmin: boolean }): boolean {
  return person.role === 'admin' || person.isAdmin;
}

/** Adding classes or editing students, for example, requires the admin role. Edit rights aren’t enough. */
export function canAdminister(role: Role): boolean {
  return role === 'admin';
}

/** Teachers can see students and alumni, but not other staff members’ pages. */
export function canSeePerson(viewer: Role, subject: Role): boolean {
  return canAdminister(viewer) || (isStaff(viewer) && !isStaff(subject));
}

export function canUseLoginLinks(role: Role, allowed: 'staff' | 'admin'): boolean {
  return allowed === 'staff' ? isStaff(role) : canAdminister(role);
}

/** A copied link signs in anyone who opens it, so staff accounts never get one. */
export function canHaveLoginLink(role: Role): boolean {
  return !isStaff(role);
}
