import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { journeyBoardCalls } from '../../contract/journey.ts';
import { groupMessageCalls } from '../../contract/messages.ts';
import { previewBroadcast, sendBroadcast } from '../broadcasts/index.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { groupAudience, sendGroupLinks } from './group-messages.ts';
import { countGroups } from './groups.ts';
import { exportJourneyPeople, listJourneyPeople } from './queries.ts';
import { readToday } from './today.ts';
import { readTrends } from './trends.ts';

export function serveJourneyBoard(
  app: FastifyInstance,
  services: Services,
  context: RouteContext,
): void {
  serve(
    app,
    { ...journeyBoardCalls, ...groupMessageCalls },
    {
      getJourney: () => countGroups(services.database, services.clock.now()),

      getToday: ({ person }) => readToday(services, person),

      getJourneyPeople: ({ query }) => listJourneyPeople(services, query),

      async exportJourneyPeople({ query, person, request, reply }) {
        const pages = await exportJourneyPeople(services, actorOf(person, request), query);
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${query.group}.csv"`)
          .send(Readable.from(pages, { objectMode: false }));
      },

      getTrends: () => readTrends(services),

      previewGroupMessage: ({ body: { audience, ...draft } }) =>
        previewBroadcast(services, groupAudience(services, audience), draft),

      sendGroupMessage: ({ body: { audience, ...draft }, person, request }) =>
        sendBroadcast(services, actorOf(person, request), groupAudience(services, audience), draft),

      sendGroupLinks: ({ body: { audience, key }, person, request }) =>
        sendGroupLinks(services, actorOf(person, request), groupAudience(services, audience), key),
    },
    context,
  );
}
