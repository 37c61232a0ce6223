import type { PlannedClass } from '../../contract/schedule-for-students.ts';
import { RESUME_ONBOARDING } from '../../course/pages.ts';
import { tryStorage } from '../ui/browser.ts';

export const PLAN_PARAMETER = 'plan';
export const PLAN_ADDRESS = `${RESUME_ONBOARDING}&${PLAN_PARAMETER}=1`;

/** The plan is kept in session storage, so that it survives a reload. */
const planKey = 'plan';
const declinedKey = 'plan-declined';

export interface PlanRow extends PlannedClass {
  /** True if the student chose this time instead of the proposed one. */
  isOwn?: boolean;
}

interface KeptPlan {
  /** Identifies the class whose weekday and hour the plan uses. */
  of: string;
  classes: PlanRow[];
}

export function readPlan(of: string): PlanRow[] | null {
  const kept = tryStorage((): KeptPlan | null =>
    JSON.parse(sessionStorage.getItem(planKey) ?? 'null'),
  );
  return kept?.of === of && Array.isArray(kept.classes) ? kept.classes : null;
}

export function keepPlan(of: string, classes: PlanRow[]): void {
  const plan = JSON.stringify({ of, classes } satisfies KeptPlan);
  tryStorage(() => sessionStorage.setItem(planKey, plan));
}

export function forgetPlan(): void {
  tryStorage(() => sessionStorage.removeItem(planKey));
}

export function hasDeclinedPlan(studentId: number): boolean {
  return tryStorage(() => sessionStorage.getItem(declinedKey)) === String(studentId);
}

export function declinePlan(studentId: number): void {
  tryStorage(() => sessionStorage.setItem(declinedKey, String(studentId)));
}
