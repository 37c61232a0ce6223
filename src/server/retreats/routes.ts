import { retreatCalls } from '../../contract/retreats.ts';
import { type RouteContext, saying, serve } from '../http/serve.ts';
import type { VendorServices } from '../platform/services.ts';
import { detachRetreat, enterRetreat, setRetreatDismissed } from './by-hand.ts';
import { editRetreat, markRetreatSeen, matchRetreat } from './commands.ts';
import { openRetreatQueries } from './queries.ts';
import { mountRetreatWebhook } from './webhook.ts';

export function serveRetreats(services: VendorServices, context: RouteContext): void {
  const queries = openRetreatQueries(services.database, services.settings.site.retreatSite);
  mountRetreatWebhook(context.app, services);
  serve(context, retreatCalls, {
    getRetreatRegistration: ({ person }) => queries.findRetreatOf(person.id),

    async completeRetreatInfo({ person }) {
      await markRetreatSeen(services, person.id);
      return { retreatContinueClicked: true };
    },

    editRetreatRegistration: ({ params, body, actor }) =>
      editRetreat(services, { ...params, ...body }, actor),

    getUnmatchedRetreats: () => queries.listUnmatched(),

    getDismissedRetreats: () => queries.listDismissed(),

    dismissRetreat: ({ params, actor }) =>
      setRetreatDismissed(services, params.id, actor, true).then(
        saying('We removed the registration from the list.'),
      ),

    restoreRetreat: ({ params, actor }) =>
      setRetreatDismissed(services, params.id, actor, false).then(
        saying('The registration is back on the list.'),
      ),

    enterRetreat: ({ params, body, actor }) => enterRetreat(services, params.id, body, actor),

    detachRetreat: ({ params, body, actor }) =>
      detachRetreat(services, { ...params, ...body }, actor).then(
        saying('We removed the retreat from this person’s page.'),
      ),

    matchRetreatRegistration: ({ params, body, actor }) =>
      matchRetreat(services, { ...params, ...body }, actor),
  });
}
