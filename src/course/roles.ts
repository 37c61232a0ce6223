import type { Page } from './pages.ts';
import { PAGES } from './pages.ts';

export const ROLES = ['admin', 'teacher', 'student', 'alumni'] as const;
export type Role = (typeof ROLES)[number];

export function roleOf(text: string): Role {
  return ROLES.find((role) => role === text) ?? 'student';
}

export function landingPageOf(role: Role): Page {
  if (isStaff(role)) return PAGES.admin;
  return role === 'alumni' ? PAGES.classes : PAGES.onboarding;
}

export function isStaff(role: Role): boolean {
  return role === 'admin' || role === 'teacher';
}

export function canSeeDashboard(role: Role): boolean {
  return isStaff(role);
}

export function canSeeAlumniPages(role: Role): boolean {
  return isStaff(role) || role === 'alumni';
}

export function canTeach(role: Role): boolean {
  return isStaff(role);
}

/** Edit Class, Add Student and Add Alumni: a teacher may be given these without becoming an admin. */
export function canEdit(person: { readonly role: Role; readonly isAdmin: boolean }): boolean {
  return person.role === 'admin' || person.isAdmin;
}

/** Add Classes and the edits of students and retreats ask for the role itself. */
export function canAdminister(role: Role): boolean {
  return role === 'admin';
}

/** Whose page, timeline and notes somebody may see: those of students and alumni, and of their colleagues only admins. */
export function canSeePerson(viewer: Role, subject: Role): boolean {
  return canAdminister(viewer) || (isStaff(viewer) && !isStaff(subject));
}

/** Who may copy the login links of students and alumni: all staff, or admins only. */
export function canUseLoginLinks(role: Role, allowed: 'staff' | 'admin'): boolean {
  return allowed === 'staff' ? isStaff(role) : canAdminister(role);
}

/** A link in the dashboard signs in whoever opens it, so none is ever made for staff. */
export function canHaveLoginLink(role: Role): boolean {
  return !isStaff(role);
}
