/** Addresses of the schedule that lead to one of its classes. */
import { PAGES } from './pages.ts';

/** The schedule with the dialog open in which a time is chosen to make up for that class. */
export function makeupPath(classNumber: number): string {
  return `${PAGES.schedule}?${MAKEUP_PARAMETER}=${classNumber}`;
}

export const MAKEUP_PARAMETER = 'makeup';

/** The schedule, with the card of that class in view and in focus, at whatever time it is by then. */
export function classOnSchedule(classNumber: number): string {
  return `${PAGES.schedule}?${CLASS_PARAMETER}=${classNumber}`;
}

export const CLASS_PARAMETER = 'class';
