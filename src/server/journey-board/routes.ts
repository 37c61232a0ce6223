import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { journeyBoardCalls } from '../../contract/journey-board.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { previewGroupMessage, sendGroupLinks, sendGroupMessage } from './commands.ts';
import { exportJourneyPeople } from './export-people.ts';
import { listJourneyPeople, readJourney } from './queries.ts';
import { readWeekNumbers } from './week-numbers.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

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
        const parts = await exportJourneyPeople(services, actorOf(person, request), query);
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${query.group}.csv"`)
          .send(Readable.from(parts, { objectMode: false }));
      },

      getWeekNumbers: ({ query }) => readWeekNumbers(services, query.week),

      previewGroupMessage: ({ body: { audience, ...draft } }) =>
        previewGroupMessage(services, audience, draft),

      async sendGroupMessage({ body: { audience, ...draft }, person, request }) {
        const actor = actorOf(person, request);
        const count = await sendGroupMessage(services, actor, audience, draft);
        return { message: `The message goes to ${people(count)}.` };
      },

      async sendGroupLinks({ body: { audience, key }, person, request }) {
        const count = await sendGroupLinks(services, actorOf(person, request), audience, key);
        return { message: `A login link goes to ${people(count)}.` };
      },
    },
    context,
  );
}
