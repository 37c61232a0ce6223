import { findOpeningWeek } from '../course/choosing-weeks.ts';
import { PAGES, type Page } from '../course/pages.ts';
import type { EndpointKey, ResponseTo } from './contract.ts';
import type { ScheduleEntry } from './schedule.ts';

type ReadKey = Extract<EndpointKey, `GET ${string}`>;

/** A call without parameters in its path. */
export interface PageCall {
  readonly call: ReadKey;
  readonly query?: Readonly<Record<string, number>>;
  /** What is asked for next, once this is answered. */
  readonly next?: (answer: unknown) => PageCall | undefined;
}

const schedule: PageCall = { call: 'GET /api/schedule' };
const retreat: PageCall = { call: 'GET /api/retreat-registration' };
type Offer = ResponseTo<'GET /api/classes/available'>;

/** What is known of a visit before the page asks for anything else. */
export interface PageVisit {
  readonly schedule: readonly ScheduleEntry[];
  /** The week that the address names. */
  readonly week: string | null;
  readonly now: Date;
}

const offerOf = (weekOffset: number): PageCall => ({
  call: 'GET /api/classes/available',
  query: { weekOffset },
});

/** The week in which choosing opens; where it has no slot and was not asked for, the screen goes on to the next that has. */
function firstOffer({ schedule: entries, week, now }: PageVisit): PageCall {
  const held = entries.map(({ classNumber, class: { startTime } }) => ({
    classNumber,
    startsAt: new Date(startTime),
  }));
  const { offset, isAsked } = findOpeningWeek(held, week, now);
  if (isAsked) return offerOf(offset);
  return {
    ...offerOf(offset),
    next(answer) {
      const { classes, firstFutureWeek } = answer as Offer;
      const isElsewhere = firstFutureWeek !== null && firstFutureWeek !== offset;
      return classes.length === 0 && isElsewhere ? offerOf(firstFutureWeek) : undefined;
    },
  };
}

export const USER_CALL: PageCall = { call: 'GET /api/user' };
/** What decides where a student belongs. */
export const STUDENT_CALL = schedule;

/**
 * What a page asks for when it opens, besides the user. The server sends these answers with the page; a page that is
 * not named here asks by itself.
 */
const PAGE_CALLS: Partial<Record<Page, readonly (PageCall | ((visit: PageVisit) => PageCall))[]>> =
  {
    [PAGES.onboarding]: [schedule, firstOffer, { call: 'GET /api/class-time-wish' }],
    [PAGES.schedule]: [schedule, { call: 'GET /api/attendance' }, retreat],
    [PAGES.classSchedule]: [schedule],
    [PAGES.retreatRegistration]: [schedule, retreat],
    [PAGES.textConsent]: [schedule],
    [PAGES.classes]: [{ call: 'GET /api/alumni/classes' }],
  };

export function pageCalls(page: Page, visit: PageVisit): PageCall[] {
  return (PAGE_CALLS[page] ?? []).map((call) => (typeof call === 'function' ? call(visit) : call));
}

/** As the server writes it into the page: the call, its input as the web names it, and the answer. */
export type GivenAnswer = readonly [
  call: ReadKey,
  input: { query: object } | null,
  answer: unknown,
];

export interface PageAnswers {
  /** When they were asked for, by the server's clock, ISO. */
  askedAt: string;
  /** Where whoever is signed in belongs, where that is another page. */
  goTo?: Page | undefined;
  given: readonly GivenAnswer[];
}
