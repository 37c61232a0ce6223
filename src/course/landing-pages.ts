/** Which page a visitor belongs on: the one function behind every redirect. */
import { hasClassesToChoose, LAST_CLASS_NUMBER } from './course.ts';
import type { Audience, Page } from './pages.ts';
import { audienceOf, PAGES } from './pages.ts';
import {
  canAdminister,
  canSeeAlumniPages,
  canSeeDashboard,
  landingPageOf,
  type Role,
  roleOf,
} from './roles.ts';

export interface Visitor {
  readonly role: string;
  readonly transferStudent: boolean;
  readonly retreatContinueClicked: boolean;
  readonly textContinueClicked: boolean;
  /** They may not answer about texts in this session, so they are asked the next time they sign in by themselves. */
  readonly usesStaffLink?: boolean | undefined;
  /** Of active registrations. Undefined until they are loaded: a student then stays on a student page. */
  readonly registeredClassNumbers?: readonly number[] | undefined;
}

export interface Visit {
  readonly path: string;
  /** The student came back to choose the remaining classes. */
  readonly resume?: boolean | undefined;
  readonly firstClass: number;
}

export type Direction = { readonly stay: true } | { readonly stay: false; readonly goTo: Page };

const STAY = null;

/** Where those go who do not belong to a page's audience. */
const leaveIfNotAudience: Readonly<Record<Audience, (role: Role) => Page | null>> = {
  everybody: () => STAY,
  'signed-in': () => STAY,
  'signed-out': landingPageOf,
  students: (role) => (role === 'student' ? STAY : landingPageOf(role)),
  alumni: (role) => (canSeeAlumniPages(role) ? STAY : PAGES.home),
  staff: (role) => (canSeeDashboard(role) ? STAY : PAGES.home),
  admins: (role) => (canAdminister(role) ? STAY : PAGES.home),
};

const isAskedAboutTexts = ({ textContinueClicked, usesStaffLink }: Visitor) =>
  !textContinueClicked && !usesStaffLink;

/** What is left to do once class 10 is chosen. Transfer students have no retreat step. */
function openStep(visitor: Visitor): Page | null {
  if (!visitor.transferStudent && !visitor.retreatContinueClicked) return PAGES.retreatRegistration;
  return isAskedAboutTexts(visitor) ? PAGES.textConsent : null;
}

type StudentRule = (registered: readonly number[], visitor: Visitor, visit: Visit) => Page | null;

const visitOnboarding: StudentRule = (registered, _, visit) => {
  if (!hasClassesToChoose(registered, visit.firstClass)) return PAGES.schedule;
  return registered.length > 0 && !visit.resume ? PAGES.schedule : STAY;
};

const visitSchedule: StudentRule = (registered, visitor) => {
  if (registered.length === 0) return PAGES.onboarding;
  return registered.includes(LAST_CLASS_NUMBER) ? openStep(visitor) : STAY;
};

/** The retreat and text pages are open only while they are the next thing to do. */
const visitStep: StudentRule = (registered, visitor, { path }) => {
  if (!registered.includes(LAST_CLASS_NUMBER)) return PAGES.schedule;
  const open = openStep(visitor) ?? PAGES.schedule;
  return open === path ? STAY : open;
};

const studentRules: ReadonlyMap<string, StudentRule> = new Map([
  [PAGES.onboarding, visitOnboarding],
  [PAGES.schedule, visitSchedule],
  [PAGES.retreatRegistration, visitStep],
  [PAGES.textConsent, visitStep],
]);

/** Alumni choose about texts once, before they first see the classes. Staff may look at both pages. */
function visitAlumniPage(visitor: Visitor, path: string): Page | null {
  const isAsked = isAskedAboutTexts(visitor);
  if (path === PAGES.alumniTextConsent) return isAsked ? STAY : PAGES.classes;
  return isAsked && roleOf(visitor.role) === 'alumni' ? PAGES.alumniTextConsent : STAY;
}

function visitOwnPage(visitor: Visitor, visit: Visit): Page | null {
  const audience = audienceOf(visit.path);
  if (audience === 'alumni') return visitAlumniPage(visitor, visit.path);
  const registered = visitor.registeredClassNumbers;
  const rule = audience === 'students' ? studentRules.get(visit.path) : undefined;
  return registered && rule ? rule(registered, visitor, visit) : STAY;
}

export function isProtectedPage(path: string): boolean {
  const audience = audienceOf(path);
  return audience !== 'everybody' && audience !== 'signed-out';
}

function destination(visitor: Visitor | null, visit: Visit): Page | null {
  if (visitor === null) return isProtectedPage(visit.path) ? PAGES.login : STAY;
  const leave = leaveIfNotAudience[audienceOf(visit.path)];
  return leave(roleOf(visitor.role)) ?? visitOwnPage(visitor, visit);
}

export function directVisitor(visitor: Visitor | null, visit: Visit): Direction {
  const goTo = destination(visitor, visit);
  return goTo === null ? { stay: true } : { stay: false, goTo };
}

/** Choosing goes on where it is until the last class; the retreat page passes transfer students on. */
export function pageAfterChoosing(chosenClassNumber: number): Page {
  return chosenClassNumber === LAST_CLASS_NUMBER ? PAGES.retreatRegistration : PAGES.onboarding;
}
