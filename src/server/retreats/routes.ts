import type { FastifyInstance } from 'fastify';
import { retreatCalls } from '../../contract/retreats.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { VendorServices } from '../platform/services.ts';
import { detachRetreat, enterRetreat, setRetreatDismissed } from './by-hand.ts';
import { editRetreat, markRetreatSeen, matchRetreat } from './commands.ts';
import { openRetreatQueries } from './queries.ts';
import { mountRetreatWebhook } from './webhook.ts';

export function serveRetreats(
  app: FastifyInstance,
  services: VendorServices,
  context: RouteContext,
): void {
  const queries = openRetreatQueries(services.database, services.settings.site.retreatSite);
  mountRetreatWebhook(app, services);
  serve(
    app,
    retreatCalls,
    {
      getRetreatRegistration: ({ person }) => queries.findRetreatOf(person.id),

      async completeRetreatInfo({ person }) {
        await markRetreatSeen(services, person.id);
        return { retreatContinueClicked: true };
      },

      editRetreatRegistration: ({ params, body, person, request }) =>
        editRetreat(services, { ...params, ...body }, actorOf(person, request)),

      getUnmatchedRetreats: () => queries.listUnmatched(),

      getDismissedRetreats: () => queries.listDismissed(),

      async dismissRetreat({ params, person, request }) {
        await setRetreatDismissed(services, params.id, actorOf(person, request), true);
        return { message: 'We removed it from the list.' };
      },

      async restoreRetreat({ params, person, request }) {
        await setRetreatDismissed(services, params.id, actorOf(person, request), false);
        return { message: 'It’s back on the list.' };
      },

      enterRetreat: ({ params, body, person, request }) =>
        enterRetreat(services, params.id, body, actorOf(person, request)),

      async detachRetreat({ params, body, person, request }) {
        await detachRetreat(services, { ...params, ...body }, actorOf(person, request));
        return { message: 'We removed the retreat from this person’s page.' };
      },

      matchRetreatRegistration: ({ params, body, person, request }) =>
        matchRetreat(services, { ...params, ...body }, actorOf(person, request)),
    },
    context,
  );
}
