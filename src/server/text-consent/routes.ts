import type { FastifyInstance } from 'fastify';
import { textConsentCalls } from '../../contract/text-consent.ts';
import { type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { recordTextConsent } from './commands.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

export function serveTextConsent(
  app: FastifyInstance,
  services: Deps,
  context: RouteContext,
): void {
  serve(
    app,
    textConsentCalls,
    {
      async updateTextConsent({ body: { consent }, person, request }) {
        await recordTextConsent(services, person, { consent, ip: request.ip });
        return { textConsent: consent, textContinueClicked: true };
      },
    },
    context,
  );
}
