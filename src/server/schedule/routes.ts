import type { FastifyInstance } from 'fastify';
import { schedulingCalls } from '../../contract/schedule.ts';
import {
  schedulingForStudentsCalls,
  schedulingPlanCalls,
  schedulingWishesCalls,
} from '../../contract/schedule-for-students.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { chooseClass, moveRegistration } from './commands.ts';
import { cancelForStudent, moveForStudent, registerForStudent } from './for-students.ts';
import { openOffers } from './offers.ts';
import { registerPlan } from './plan.ts';
import { openScheduling } from './queries.ts';
import { offerForStudent } from './staff-offers.ts';
import { undoMove, undoMoveForStudent } from './undo-move.ts';
import { answerWish, findOpenWish, sendWish, takeBackWish } from './wishes.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

export function serveScheduling(app: FastifyInstance, services: Deps, context: RouteContext): void {
  const queries = openScheduling(services.database);
  const offers = openOffers(services, queries);
  serve(
    app,
    schedulingCalls,
    {
      offerClasses: ({ query, person }) => offers.forNextClass(person, query),

      chooseClass: ({ params, query, person }) =>
        chooseClass(services, person.id, params.classId, query.classNumber),

      offerRescheduleSlots: ({ params, person }) => offers.forReschedule(person, params),

      async rescheduleClass({ params, body, person, request }) {
        const move = { ...params, ...body, kind: 'reschedule', ip: request.ip } as const;
        return moveRegistration(services, person.id, move);
      },

      offerMakeupSlots: ({ params, person }) => offers.forMakeup(person, params),

      async scheduleMakeup({ params, body, person, request }) {
        const move = { ...params, ...body, kind: 'makeup', ip: request.ip } as const;
        return moveRegistration(services, person.id, move);
      },

      undoMove: ({ params, body, person, request }) =>
        undoMove(services, actorOf(person, request), {
          ...{ ...params, ...body },
          studentId: person.id,
        }),

      getSchedule: ({ person }) => queries.schedule(person.id),
    },
    context,
  );
  serve(
    app,
    schedulingPlanCalls,
    {
      proposePlan: async ({ person }) => ({ classes: await offers.forPlan(person) }),

      registerPlan: ({ body, person }) => registerPlan(services, person.id, body.classes),
    },
    context,
  );
  serve(
    app,
    schedulingForStudentsCalls,
    {
      offerForStudent: ({ params: { id: studentId, classNumber }, query }) =>
        offerForStudent(services, { studentId, classNumber, ...query }),

      registerForStudent({ params: { id: studentId, classNumber }, body, person, request }) {
        const actor = actorOf(person, request);
        return registerForStudent(services, actor, { studentId, classNumber }, body);
      },

      moveForStudent({
        params: { id: studentId, registrationId },
        body,
        version,
        person,
        request,
      }) {
        const seen = { studentId, registrationId, version };
        return moveForStudent(services, actorOf(person, request), seen, body);
      },

      undoMoveForStudent({ params: { id: studentId, registrationId }, body, person, request }) {
        const undo = { studentId, registrationId, ...body };
        return undoMoveForStudent(services, actorOf(person, request), undo);
      },

      cancelForStudent(call) {
        const { id: studentId, registrationId } = call.params;
        const seen = { studentId, registrationId, version: call.version };
        return cancelForStudent(services, actorOf(call.person, call.request), seen, call.body);
      },
    },
    context,
  );
  serve(
    app,
    schedulingWishesCalls,
    {
      getWish: ({ person }) => findOpenWish(services.database, person.id),

      sendWish: ({ body, person, request }) => sendWish(services, actorOf(person, request), body),

      async takeBackWish({ person, request }) {
        await takeBackWish(services, actorOf(person, request));
        return { message: 'Taken back' };
      },

      async answerWish({ params: { id }, version, person, request }) {
        await answerWish(services, actorOf(person, request), { id, version });
        return { message: 'Marked as answered' };
      },
    },
    context,
  );
}
