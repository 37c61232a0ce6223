import { inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { cancellationCalls } from '../../../contract/cancellations.ts';
import { classes } from '../../database/schema.ts';
import { actorOf, type RouteContext, serve } from '../../http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { listClosedDates, openDates } from './closed-dates.ts';
import { cancelClasses, closeDates, refuseRange, whereInRange } from './commands.ts';
import { listOpenCancellations, previewCancellation, readCancellation } from './queries.ts';
import { undoCancellation } from './undo.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

export function serveCancellations(
  app: FastifyInstance,
  services: Deps,
  context: RouteContext,
): void {
  const { database, clock } = services;
  serve(
    app,
    cancellationCalls,
    {
      previewCancellation: ({ body, person }) =>
        previewCancellation(database, inArray(classes.id, body.classIds), {
          actorId: person.id,
          now: clock.now(),
        }),

      async cancelClasses({ body, person, request }) {
        const id = await cancelClasses(services, actorOf(person, request), body);
        return readCancellation(database, id);
      },

      getOpenCancellations: () => listOpenCancellations(database, clock.now()),

      undoCancellation: ({ params, person, request }) =>
        undoCancellation(services, actorOf(person, request), params.id),

      getClosedDates: () => listClosedDates(database, clock.now()),

      async previewClosedDates({ body, person }) {
        const now = clock.now();
        refuseRange(body, now);
        return previewCancellation(database, whereInRange(body, now), { actorId: person.id, now });
      },

      closeDates: ({ body, person, request }) =>
        closeDates(services, actorOf(person, request), body),

      openDates: ({ params, person, request }) =>
        openDates(services, actorOf(person, request), params.id),
    },
    context,
  );
}
