/** Which page a visitor belongs on: the one function behind every redirect. */
import { hasClassesToChoose, LAST_CLASS_NUMBER } from './course.ts';
import type { Page } from './pages.ts';
import { PAGES } from './pages.ts';
import { canSeeAlumniPages, canSeeDashboard, landingPageOf, roleOf } from './roles.ts';

export interface Visitor {
  readonly role: string;
  readonly transferStudent: boolean;
  readonly retreatContinueClicked: boolean;
  readonly textContinueClicked: boolean;
  /** Of active registrations; only the student pages look at it. */
  readonly registeredClassNumbers: readonly number[];
}

export interface Visit {
  readonly path: string;
  /** The student came back to choose the remaining classes. */
  readonly resume: boolean;
  readonly firstClass: number;
}

export type Direction = { readonly stay: true } | { readonly stay: false; readonly goTo: Page };

type Rule = (visitor: Visitor, visit: Visit) => Page | null;

const STAY = null;

function hasLastClass(visitor: Visitor): boolean {
  return visitor.registeredClassNumbers.includes(LAST_CLASS_NUMBER);
}

/** What is left to do once class 10 is chosen. Transfer students have no retreat step. */
function openStep(visitor: Visitor): Page | null {
  if (!visitor.transferStudent && !visitor.retreatContinueClicked) return PAGES.retreatRegistration;
  return visitor.textContinueClicked ? null : PAGES.textConsent;
}

function leaveLogin(visitor: Visitor): Page {
  return landingPageOf(roleOf(visitor.role));
}

function visitOnboarding(visitor: Visitor, visit: Visit): Page | null {
  const registered = visitor.registeredClassNumbers;
  if (!hasClassesToChoose(registered, visit.firstClass)) return PAGES.schedule;
  return registered.length > 0 && !visit.resume ? PAGES.schedule : STAY;
}

function visitSchedule(visitor: Visitor): Page | null {
  if (visitor.registeredClassNumbers.length === 0) return PAGES.onboarding;
  return hasLastClass(visitor) ? openStep(visitor) : STAY;
}

/** The retreat and text pages are open only while they are the next thing to do. */
function visitStep(step: Page): Rule {
  return (visitor) => {
    if (!hasLastClass(visitor)) return PAGES.schedule;
    const open = openStep(visitor) ?? PAGES.schedule;
    return open === step ? STAY : open;
  };
}

function forStudents(rule: Rule): Rule {
  return (visitor, visit) => {
    const role = roleOf(visitor.role);
    return role === 'student' ? rule(visitor, visit) : landingPageOf(role);
  };
}

function visitDashboard(visitor: Visitor): Page | null {
  return canSeeDashboard(roleOf(visitor.role)) ? STAY : PAGES.home;
}

function visitAlumniTextConsent(visitor: Visitor): Page | null {
  if (!canSeeAlumniPages(roleOf(visitor.role))) return PAGES.home;
  return visitor.textContinueClicked ? PAGES.classes : STAY;
}

function visitAlumniClasses(visitor: Visitor): Page | null {
  const role = roleOf(visitor.role);
  if (!canSeeAlumniPages(role)) return PAGES.home;
  return role === 'alumni' && !visitor.textContinueClicked ? PAGES.alumniTextConsent : STAY;
}

const signedOutPages: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [PAGES.home, leaveLogin],
  [PAGES.login, leaveLogin],
]);

const protectedPages: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [PAGES.onboarding, forStudents(visitOnboarding)],
  [PAGES.schedule, forStudents(visitSchedule)],
  [PAGES.classSchedule, forStudents(() => STAY)],
  [PAGES.retreatRegistration, forStudents(visitStep(PAGES.retreatRegistration))],
  [PAGES.textConsent, forStudents(visitStep(PAGES.textConsent))],
  [PAGES.admin, visitDashboard],
  [PAGES.alumniTextConsent, visitAlumniTextConsent],
  [PAGES.classes, visitAlumniClasses],
]);

export function isProtectedPage(path: string): boolean {
  return protectedPages.has(path);
}

function destination(visitor: Visitor | null, visit: Visit): Page | null {
  if (visitor === null) return isProtectedPage(visit.path) ? PAGES.login : STAY;
  const rule = protectedPages.get(visit.path) ?? signedOutPages.get(visit.path);
  return rule === undefined ? STAY : rule(visitor, visit);
}

export function directVisitor(visitor: Visitor | null, visit: Visit): Direction {
  const goTo = destination(visitor, visit);
  return goTo === null ? { stay: true } : { stay: false, goTo };
}

/** Choosing goes on where it is until the last class; the retreat page passes transfer students on. */
export function pageAfterChoosing(chosenClassNumber: number): Page {
  return chosenClassNumber === LAST_CLASS_NUMBER ? PAGES.retreatRegistration : PAGES.onboarding;
}
