import { and, eq, sql } from 'drizzle-orm';
import { scheduleCalls, waitingListCalls } from '../../contract/schedule.ts';
import { scheduleForStudentsCalls } from '../../contract/schedule-for-students.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { classes, waitingList } from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import { type RouteContext, saying, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { openFeed, renewFeed } from './calendar/commands.ts';
import { readCalendarFile, readFeed } from './calendar/queries.ts';
import { chooseClass, moveRegistration } from './commands.ts';
import { cancelForStudent, moveForStudent, registerForStudent } from './for-students.ts';
import { openOffers } from './offers.ts';
import { registerPlan } from './plan.ts';
import { openScheduling } from './queries.ts';
import { offerForStudent } from './staff-offers.ts';
import { undoMove, undoMoveForStudent } from './undo-move.ts';
import { answerWaitingList, changeWaitingList, joinWaitingList } from './waiting-list/commands.ts';
import { listTurns } from './waiting-list/offer-places.ts';
import { answerWish, findOpenWish, sendWish, takeBackWish } from './wishes.ts';

/**
 * Leaves out canceled classes. We keep their waiting lists while staff can still undo the cancellation, but no one can
 * take a place.
 */
const isInStandingClass = sql`exists (select from ${classes} where ${classes.id} = ${waitingList.classId} and ${isStanding})`;

const calendarType = 'text/calendar; charset=utf-8';

export function serveScheduling(services: Services, context: RouteContext): void {
  const queries = openScheduling(services.database);
  const offers = openOffers(services, queries);
  const calls = { ...scheduleCalls, ...scheduleForStudentsCalls, ...waitingListCalls };
  serve(context, calls, {
    offerClasses: ({ query, person }) => offers.forNextClass(person, query),

    chooseClass: ({ params, query, person }) =>
      chooseClass(services, person.id, params.classId, query.classNumber),

    offerRescheduleSlots: ({ params, person }) => offers.forReschedule(person, params),

    rescheduleClass({ params, body, person, request: { ip } }) {
      const move = { ...params, ...body, kind: 'reschedule', ip } as const;
      return moveRegistration(services, person.id, move);
    },

    offerMakeupSlots: ({ params, person }) => offers.forMakeup(person, params),

    scheduleMakeup({ params, body, person, request: { ip } }) {
      const move = { ...params, ...body, kind: 'makeup', ip } as const;
      return moveRegistration(services, person.id, move);
    },

    undoMove: ({ params, body, person, actor }) =>
      undoMove(services, actor, { studentId: person.id, ...params, ...body }),

    getSchedule: ({ person }) => queries.schedule(person.id),

    proposePlan: async ({ person }) => ({ classes: await offers.forPlan(person) }),

    registerPlan: ({ body, person }) => registerPlan(services, person.id, body.classes),

    offerForStudent: ({ params: { id: studentId, classNumber }, query }) =>
      offerForStudent(services, { studentId, classNumber, ...query }),

    registerForStudent: ({ params: { id: studentId, classNumber }, body, actor }) =>
      registerForStudent(services, actor, { studentId, classNumber }, body),

    moveForStudent: ({ params: { id: studentId, registrationId }, body, version, actor }) =>
      moveForStudent(services, actor, { studentId, registrationId, version }, body),

    undoMoveForStudent: ({ params: { id: studentId, registrationId }, body, actor }) =>
      undoMoveForStudent(services, actor, { studentId, registrationId, ...body }),

    cancelForStudent: ({ params: { id: studentId, registrationId }, body, version, actor }) =>
      cancelForStudent(services, actor, { studentId, registrationId, version }, body),

    getWish: ({ person }) => findOpenWish(services.database, person.id),

    sendWish: ({ body, actor }) => sendWish(services, actor, body),

    takeBackWish: ({ actor }) => takeBackWish(services, actor).then(saying('Request withdrawn')),

    answerWish: ({ params: { id }, version, actor }) =>
      answerWish(services, actor, { id, version }).then(saying('Marked as answered')),

    getWaitingLists: ({ person }) =>
      listTurns(services.database, and(eq(waitingList.personId, person.id), isInStandingClass)),

    joinWaitingList: ({ body, actor }) =>
      joinWaitingList(services, actor, body).then(saying('You’re on the waiting list')),

    async answerWaitingList({ params, body, actor }) {
      const entry = await answerWaitingList(services, actor, { ...params, ...body });
      if (!entry) return { message: 'You’re no longer on the waiting list' };
      const time = formatSpokenSlot(new Date(entry.class.startTime));
      return { message: `The place is yours. Class ${entry.classNumber} is on ${time}.` };
    },

    changeWaitingList: ({ params: { id }, body, actor }) =>
      changeWaitingList(services, actor, id, body).then(saying('Waiting list updated')),

    getCalendar: async ({ person }) => ({ subscribeUrl: await openFeed(services, person.id) }),

    renewCalendar: async ({ person }) => ({ subscribeUrl: await renewFeed(services, person.id) }),

    async getCalendarFile({ person, reply }) {
      const content = await readCalendarFile(services, person.id);
      return reply
        .type(calendarType)
        .header('content-disposition', 'attachment; filename="class-schedule.ics"')
        .send(content);
    },

    /** Calendar apps don't send cookies, so the token in the path authenticates the request. */
    async getCalendarFeed({ params, request, reply }) {
      const { version, content } = await readFeed(services, params.token);
      // The ETag is weak because files of the same version may have different timestamps.
      const etag = `W/"${version}"`;
      reply.headers({ etag, 'cache-control': 'private, no-cache' });
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      return reply.type(calendarType).send(content);
    },
  });
}
