import type { FastifyInstance } from 'fastify';
import { phoneNumberCalls } from '../../contract/accounts.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Sessions } from '../http/session.ts';
import { describeNumber } from '../platform/phone.ts';
import type { Services } from '../platform/services.ts';
import { changeOwnNumber, confirmNumber, sendNumberCode } from './own-number.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'> & { sessions: Sessions };

export function servePhoneNumbers(
  app: FastifyInstance,
  services: Deps,
  context: RouteContext,
): void {
  serve(
    app,
    phoneNumberCalls,
    {
      async changeOwnNumber({ body: { phone: typed }, person, request }) {
        const keptSession = services.sessions.idHashOf(request);
        const actor = actorOf(person, request);
        return describeNumber(await changeOwnNumber(services, actor, { typed, keptSession }));
      },

      async sendNumberCode({ person, request }) {
        const now = await sendNumberCode(services, actorOf(person, request));
        return { ...describeNumber(now), minutes: services.settings.linkMinutes };
      },

      async confirmNumber({ body: { code }, person, request }) {
        return describeNumber(await confirmNumber(services, actorOf(person, request), code));
      },
    },
    context,
  );
}
