import * as z from 'zod/mini';
import { JOURNEY_FLAGS, JOURNEY_GROUPS } from '../course/journey-groups.ts';
import { classGuest } from './class-page.ts';
import { forAdmins, forStaff } from './endpoint.ts';
import {
  chosenIds,
  csvFile,
  id,
  instant,
  listOf,
  nameAndEmail,
  page,
  pagination,
  searchWords,
} from './fields.ts';
import { adminClass } from './timetable.ts';

const count = z.int();
const noGroup = 'Please choose a group';

const chosenGroup = {
  group: z.enum(JOURNEY_GROUPS, noGroup),
  only: z.optional(z.enum(JOURNEY_FLAGS, noGroup)),
  search: searchWords,
};
const list = z.object(chosenGroup);
export type JourneyList = z.infer<typeof list>;

/**
 * `ids` are people whom staff selected one by one. Without it, this includes everyone in the group who matches `only` and
 * `search`.
 */
export const journeyAudience = z.strictObject({
  ...chosenGroup,
  ids: z.optional(chosenIds(200, 'Please choose at least one person', 'people')),
});
export type JourneyAudience = z.infer<typeof journeyAudience>;

const journeyPerson = z.object({
  id,
  ...nameAndEmail,
  phone: z.nullable(z.string()),
  since: z.nullable(instant),
  nextClass: z.nullable(z.object({ classNumber: z.int(), startTime: instant })),
  missed: count,
  lastSignInAt: z.nullable(instant),
});
export type JourneyPerson = z.infer<typeof journeyPerson>;

/** `expected` leaves out students who were excused. */
const attended = {
  classes: count,
  registered: count,
  expected: count,
  came: count,
  missed: count,
  unclear: count,
  excused: count,
};

export const FUNNEL_STEPS = ['joined', 'chose', 'first-class', 'weekly', 'finished'] as const;

/** `textsSent` counts texts that were sent but that the carrier hasn’t confirmed as delivered. */
const weekCounts = [
  ...(['makeups', 'registrations', 'signIns', 'textsDelivered', 'textsSent'] as const),
  ...(['textsFailed', 'emailsSent', 'emailsFailed'] as const),
];

export function countsOf<Value>(read: (name: string) => Value) {
  const counts = weekCounts.map((name) => [name, read(name)] as const);
  return Object.fromEntries(counts) as Record<(typeof weekCounts)[number], Value>;
}

/** When a large school last counted. Null if these figures were counted just now. */
const countedAt = z.nullable(instant);

const trends = z.object({
  countedAt,
  /** Oldest first. The last week is still in progress. */
  weeks: listOf({
    week: z.string(),
    ...attended,
    ...countsOf(() => count),
  }),
  slots: listOf({ day: z.string(), time: z.string(), ...attended }),
  /** `name` is `No instructor` for classes without one. */
  instructors: listOf({ name: z.string(), ...attended }),
  /** Counts students who joined in the past year, including those who are alumni now. */
  funnel: listOf({
    step: z.enum(FUNNEL_STEPS),
    reached: count,
    /** The median number of days since the previous step. Null if no one has reached this step. */
    days: z.nullable(z.number()),
  }),
});
export type Trends = z.infer<typeof trends>;
const classToday = z.extend(adminClass, {
  registrations: z.array(
    z.extend(z.pick(classGuest, { personId: true, name: true, email: true, marks: true }), {
      ...{ id, classNumber: z.int(), missed: count },
      note: z.nullable(z.string()),
    }),
  ),
});
export type ClassToday = z.infer<typeof classToday>;

const path = '/api/admin/journey';

export const journeyBoardCalls = {
  getJourney: forAdmins(`GET ${path}`, {
    summary: 'Counts the students in each group on the journey board',
    response: z.object({
      students: count,
      groups: z.record(z.enum(JOURNEY_GROUPS), count),
      neverChoseNorSignedIn: count,
      countedAt,
    }),
  }),
  getToday: forStaff('GET /api/admin/today', {
    summary:
      'Lists today’s and tomorrow’s classes, or a teacher’s own for a week, with their students',
    response: z.array(classToday),
  }),
  getJourneyPeople: forAdmins(`GET ${path}/people`, {
    summary: 'Lists the people in a group (paginated)',
    query: z.extend(list, {
      page,
      sort: z._default(z.enum(['name', '-missed']), 'name'),
    }),
    response: z.object({
      people: z.array(journeyPerson),
      /** When the total of a large school's group was counted. Null if it was counted just now. */
      countedAt,
      pagination: z.object(pagination),
    }),
  }),
  exportJourneyPeople: forAdmins(`GET ${path}/people.csv`, {
    summary: 'Returns the people in a group as CSV',
    ...csvFile,
    query: list,
  }),
  getTrends: forAdmins(`GET ${path}/trends`, {
    summary:
      'Returns 12 weeks of statistics, attendance by time and instructor, and how far students get',
    response: trends,
  }),
};
