import { groupMessageCalls } from '../../contract/broadcasts.ts';
import { journeyBoardCalls } from '../../contract/journey.ts';
import { previewBroadcast, sendBroadcast } from '../broadcasts/index.ts';
import { type RouteContext, sendCsv, serve } from '../http/serve.ts';
import type { VendorServices } from '../platform/services.ts';
import { groupAudience, sendGroupLinks } from './group-messages.ts';
import { exportJourneyPeople, listJourneyPeople, numbers } from './queries.ts';
import { readFigures } from './stored-figures.ts';
import { readToday } from './today.ts';
import { trends } from './trends.ts';

export function serveJourneyBoard(services: VendorServices, context: RouteContext): void {
  const calls = { ...journeyBoardCalls, ...groupMessageCalls };
  serve(context, calls, {
    getJourney: () => readFigures(services, numbers),

    getToday: ({ person }) => readToday(services, person),

    getJourneyPeople: ({ query }) => listJourneyPeople(services, query),

    async exportJourneyPeople({ query, actor, reply }) {
      return sendCsv(reply, query.group, await exportJourneyPeople(services, actor, query));
    },

    getTrends: () => readFigures(services, trends),

    previewGroupMessage: ({ body: { audience, ...draft } }) =>
      previewBroadcast(services, groupAudience(services, audience), draft),

    sendGroupMessage: ({ body: { audience, ...draft }, actor }) =>
      sendBroadcast(services, actor, groupAudience(services, audience), draft),

    sendGroupLinks: ({ body: { audience, key }, actor }) =>
      sendGroupLinks(services, actor, groupAudience(services, audience), key),
  });
}
