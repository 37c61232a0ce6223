import { retreatCalls } from '../../contract/retreats.ts';
import { type RouteContext, serve } from '../http/serve.ts';
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

    async dismissRetreat({ params, actor }) {
      await setRetreatDismissed(services, params.id, actor, true);
      return { message: 'We removed it from the list.' };
    },

    async restoreRetreat({ params, actor }) {
      await setRetreatDismissed(services, params.id, actor, false);
      return { message: 'It’s back on the list.' };
    },

    enterRetreat: ({ params, body, actor }) => enterRetreat(services, params.id, body, actor),

    async detachRetreat({ params, body, actor }) {
      await detachRetreat(services, { ...params, ...body }, actor);
      return { message: 'We removed the retreat from this person’s page.' };
    },

    matchRetreatRegistration: ({ params, body, actor }) =>
      matchRetreat(services, { ...params, ...body }, actor),
  });
}
