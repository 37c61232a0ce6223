import type { FastifyInstance } from 'fastify';
import { schedulingCalls } from '../../contract/scheduling.ts';
import { type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { chooseClass, moveRegistration } from './commands.ts';
import { openOffers } from './offers.ts';
import { openScheduling } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

export function serveScheduling(app: FastifyInstance, services: Deps, context: RouteContext): void {
  const queries = openScheduling(services.database);
  const offers = openOffers(services, queries);
  serve(
    app,
    schedulingCalls,
    {
      offerClasses: ({ query, person }) => offers.forNextClass(person, query.weekOffset),

      chooseClass: ({ params, person }) => chooseClass(services, person.id, params.classId),

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

      getSchedule: ({ person }) => queries.schedule(person.id),
    },
    context,
  );
}
