import { retreatCalls } from '../../contract/retreats.ts';
import { type RouteContext, saying, serve } from '../http/serve.ts';
import type { VendorServices } from '../platform/services.ts';
import { detachRetreat, enterRetreat, setRetreatDismissed } from './by-hand.ts';
import { editRetreat, markRetreatSeen, matchRetreat } from './commands.ts';
import { findRetreatOf, listDismissed, listUnmatched } from './queries.ts';
import { mountRetreatWebhook } from './webhook.ts';

export function serveRetreats(services: VendorServices, context: RouteContext): void {
  const { database } = services;
  mountRetreatWebhook(context.app, services);
  serve(context, retreatCalls, {
    getRetreatRegistration: ({ person }) => findRetreatOf(services, person.id),

    async completeRetreatInfo({ person }) {
      await markRetreatSeen(services, person.id);
      return { retreatContinueClicked: true };
    },

    editRetreatRegistration: ({ params, body, actor }) =>
      editRetreat(services, { ...params, ...body }, actor),

    getUnmatchedRetreats: () => listUnmatched(database),

    getDismissedRetreats: () => listDismissed(database),

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
