import type { PlannedClass } from '../../contract/schedule-for-students.ts';
import { RESUME_ONBOARDING } from '../../course/pages.ts';

/** Onboarding with all remaining classes on one page. */
export const PLAN_PARAMETER = 'plan';
export const PLAN_ADDRESS = `${RESUME_ONBOARDING}&${PLAN_PARAMETER}=1`;

/** Kept for the tab's lifetime, so that a reload changes nothing. */
const planKey = 'plan';
const declinedKey = 'plan-declined';

export interface PlanRow extends PlannedClass {
  /** The student picked this time. */
  isOwn?: boolean;
}

interface KeptPlan {
  /** The class whose weekday and hour the plan keeps. */
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
    // The browser may block storage. The page works without it.
  }
}
