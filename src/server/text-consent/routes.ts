import type { FastifyInstance } from 'fastify';
import { textConsentCalls } from '../../contract/text-consent.ts';
import { type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { recordTextConsent } from './commands.ts';

export function serveTextConsent(
  app: FastifyInstance,
  services: Services,
  context: RouteContext,
): void {
  serve(
    app,
    textConsentCalls,
    {
      async updateTextConsent({ body: { consent }, requestKey, person, request }) {
        const choice = { consent, ip: request.ip, requestKey };
        const textConsent = await recordTextConsent(services, person, choice);
        return { textConsent, textContinueClicked: true };
      },
    },
    context,
  );
}
