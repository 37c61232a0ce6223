import { PAGES, type Page } from '../course/pages.ts';
import type { EndpointKey, ResponseTo } from './contract.ts';

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

/** The week of today; where it has no slot, the screen goes on to the next that has. */
const firstOffer: PageCall = {
  call: 'GET /api/classes/available',
  query: { weekOffset: 0 },
  next(answer) {
    const { classes, firstFutureWeek } = answer as Offer;
    if (classes.length > 0 || !firstFutureWeek) return undefined;
    return { call: 'GET /api/classes/available', query: { weekOffset: firstFutureWeek } };
  },
};

export const USER_CALL: PageCall = { call: 'GET /api/user' };
/** What decides where a student belongs. */
export const STUDENT_CALL = schedule;

/**
 * What a page asks for when it opens, besides the user. The server sends these answers with the page; a page that is
 * not named here asks by itself.
 */
export const PAGE_CALLS: Readonly<Partial<Record<Page, readonly PageCall[]>>> = {
  [PAGES.onboarding]: [schedule, firstOffer],
  [PAGES.schedule]: [schedule, { call: 'GET /api/attendance' }, retreat],
  [PAGES.classSchedule]: [schedule],
  [PAGES.retreatRegistration]: [schedule, retreat],
  [PAGES.textConsent]: [schedule],
  [PAGES.classes]: [{ call: 'GET /api/alumni/classes' }],
};

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
