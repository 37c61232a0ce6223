import { findOpeningWeek } from '../course/choosing-weeks.ts';
import { PAGES, type Page } from '../course/pages.ts';
import type { EndpointKey, ResponseTo } from './contract.ts';
import type { ScheduleEntry } from './schedule.ts';

type ReadKey = Extract<EndpointKey, `GET ${string}`>;

export interface PageCall {
  readonly call: ReadKey;
  readonly query?: Readonly<Record<string, number>>;
  readonly next?: (answer: unknown) => PageCall | undefined;
}

const schedule: PageCall = { call: 'GET /api/schedule' };
const waitingLists: PageCall = { call: 'GET /api/waiting-lists' };
const retreat: PageCall = { call: 'GET /api/retreat-registration' };
type Offer = ResponseTo<'GET /api/classes/available'>;

export interface PageVisit {
  readonly schedule: readonly ScheduleEntry[];
  readonly week: string | null;
  readonly now: Date;
}

const offerOf = (weekOffset: number): PageCall => ({
  call: 'GET /api/classes/available',
  query: { weekOffset },
});

/** If the URL doesn’t name a week and the default week has no slots, the `next` call fetches a week that has some. */
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
export const STUDENT_CALL = schedule;

/** The calls that these pages make when they open. The server sends their responses with the page. */
const PAGE_CALLS: Partial<Record<Page, readonly (PageCall | ((visit: PageVisit) => PageCall))[]>> =
  {
    [PAGES.onboarding]: [schedule, firstOffer, waitingLists, { call: 'GET /api/class-time-wish' }],
    [PAGES.schedule]: [schedule, { call: 'GET /api/attendance' }, retreat, waitingLists],
    [PAGES.classSchedule]: [schedule],
    [PAGES.retreatRegistration]: [schedule, retreat],
    [PAGES.textConsent]: [schedule],
    [PAGES.classes]: [{ call: 'GET /api/alumni/classes' }],
  };

export function pageCalls(page: Page, visit: PageVisit): PageCall[] {
  return (PAGE_CALLS[page] ?? []).map((call) => (typeof call === 'function' ? call(visit) : call));
}

export type GivenAnswer = readonly [
  call: ReadKey,
  input: { query: object } | null,
  answer: unknown,
];

export interface PageAnswers {
  askedAt: string;
  goTo?: Page | undefined;
  given: readonly GivenAnswer[];
}
