import type { PlannedClass } from '../../contract/schedule-for-students.ts';
import { RESUME_ONBOARDING } from '../../course/pages.ts';

/** Onboarding with all classes that are left on one page. Without the flag it goes on one by one. */
export const PLAN_PARAMETER = 'plan';
export const PLAN_ADDRESS = `${RESUME_ONBOARDING}&${PLAN_PARAMETER}=1`;

/** What this tab remembers, so that a page that is loaded anew is as it was left. */
const planKey = 'plan';
const declinedKey = 'plan-declined';

export interface PlanRow extends PlannedClass {
  /** The student has put it where it is. */
  isOwn?: boolean;
}

interface KeptPlan {
  /** Names the class whose weekday and hour are kept: another one makes another plan. */
  of: string;
  classes: PlanRow[];
}

export function readPlan(of: string): PlanRow[] | null {
  try {
    const kept: KeptPlan | null = JSON.parse(read(planKey) ?? 'null');
    return kept?.of === of && Array.isArray(kept.classes) ? kept.classes : null;
  } catch {
    return null;
  }
}

export function keepPlan(of: string, classes: PlanRow[] | null): void {
  keep(planKey, classes && JSON.stringify({ of, classes } satisfies KeptPlan));
}

/** Whoever has said no to the offer is not asked again while they go on choosing. */
export function hasDeclinedPlan(studentId: number): boolean {
  return read(declinedKey) === String(studentId);
}

export function declinePlan(studentId: number): void {
  keep(declinedKey, String(studentId));
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // A browser that keeps nothing: the page does without.
  }
}
