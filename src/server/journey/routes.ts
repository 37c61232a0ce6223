import { groupMessageCalls } from '../../contract/broadcasts.ts';
import { journeyBoardCalls } from '../../contract/journey.ts';
import { previewBroadcast, sendBroadcast } from '../broadcasts/index.ts';
import { withStandby } from '../database/standby.ts';
import { type RouteContext, sendCsv, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { groupAudience, sendGroupLinks } from './group-messages.ts';
import { countGroups } from './groups.ts';
import { exportJourneyPeople, listJourneyPeople } from './queries.ts';
import { readToday } from './today.ts';
import { readTrends } from './trends.ts';

export function serveJourneyBoard(services: Services, context: RouteContext): void {
  const calls = { ...journeyBoardCalls, ...groupMessageCalls };
  serve(context, calls, {
    getJourney: async () =>
      countGroups((await withStandby(services)).database, services.clock.now()),

    getToday: ({ person }) => readToday(services, person),

    getJourneyPeople: async ({ query }) => listJourneyPeople(await withStandby(services), query),

    async exportJourneyPeople({ query, actor, reply }) {
      return sendCsv(reply, query.group, await exportJourneyPeople(services, actor, query));
    },

    getTrends: async () => readTrends(await withStandby(services)),

    previewGroupMessage: ({ body: { audience, ...draft } }) =>
      previewBroadcast(services, groupAudience(services, audience), draft),

    sendGroupMessage: ({ body: { audience, ...draft }, actor }) =>
      sendBroadcast(services, actor, groupAudience(services, audience), draft),

    sendGroupLinks: ({ body: { audience, key }, actor }) =>
      sendGroupLinks(services, actor, groupAudience(services, audience), key),
  });
}
