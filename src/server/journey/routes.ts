import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { journeyBoardCalls } from '../../contract/journey.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { exportJourneyPeople, listJourneyPeople, readJourney } from './queries.ts';
import { readWeekNumbers } from './week-numbers.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

export function serveJourneyBoard(
  app: FastifyInstance,
  services: Deps,
  context: RouteContext,
): void {
  serve(
    app,
    journeyBoardCalls,
    {
      getJourney: () => readJourney(services),

      getJourneyPeople: ({ query }) => listJourneyPeople(services, query),

      async exportJourneyPeople({ query, person, request, reply }) {
        const pages = await exportJourneyPeople(services, actorOf(person, request), query);
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${query.group}.csv"`)
          .send(Readable.from(pages, { objectMode: false }));
      },

      getWeekNumbers: ({ query }) => readWeekNumbers(services, query.week),
    },
    context,
  );
}
