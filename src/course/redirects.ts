import { hasClassesToChoose, LAST_CLASS_NUMBER } from './course.ts';
import { type Audience, audienceOf, PAGES, type Page, pageAt } from './pages.ts';
import { canAdminister, canSeeAlumniPages, isStaff, type Role, roleOf } from './roles.ts';

export interface Visitor {
  readonly role: string;
  readonly transferStudent: boolean;
  readonly retreatContinueClicked: boolean;
  readonly textContinueClicked: boolean;
  /** True if the person signed in with a link that staff copied. We don’t ask them about texts. */
  readonly usesStaffLink?: boolean | undefined;
  /** Undefined until the registrations have loaded. Until then, a student can stay on any student page. */
  readonly registeredClassNumbers?: readonly number[] | undefined;
}

export interface Visit {
  readonly path: string;
  readonly resume?: boolean | undefined;
  readonly firstClass: number;
}

export type Direction = { readonly stay: true } | { readonly stay: false; readonly goTo: Page };

const STAY = null;

export function landingPageOf(role: Role): Page {
  if (isStaff(role)) return PAGES.admin;
  return role === 'alumni' ? PAGES.classes : PAGES.onboarding;
}

const leaveIfNotAudience: Readonly<Record<Audience, (role: Role) => Page | null>> = {
  everybody: () => STAY,
  'signed-in': () => STAY,
  'signed-out': landingPageOf,
  students: (role) => (role === 'student' ? STAY : landingPageOf(role)),
  alumni: (role) => (canSeeAlumniPages(role) ? STAY : PAGES.home),
  staff: (role) => (isStaff(role) ? STAY : PAGES.home),
  admins: (role) => (canAdminister(role) ? STAY : PAGES.home),
};

const isAskedAboutTexts = ({ textContinueClicked, usesStaffLink }: Visitor) =>
  !textContinueClicked && !usesStaffLink;

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

/** We ask alumni about texts once, before they first see the classes. Staff can open the classes without an answer. */
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

/** Also applies to transfer students, because the retreat page redirects them to the next step. */
export function pageAfterChoosing(chosenClassNumber: number): Page {
  return chosenClassNumber === LAST_CLASS_NUMBER ? PAGES.retreatRegistration : PAGES.onboarding;
}

const longestReturnPath = 300;

/** A login link can only lead to pages that require signing in. */
export function isReturnPath(path: string): boolean {
  const [, pathname = ''] = path.match(/^(\/[\w/-]*)(?:\?[!-~]*)?$/) ?? [];
  const page = pageAt(pathname);
  return path.length <= longestReturnPath && page !== undefined && isProtectedPage(page);
}
