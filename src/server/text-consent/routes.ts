import type { FastifyInstance } from 'fastify';
import { textConsentCalls } from '../../contract/text-consent.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { type Front, serve } from '../http/serve.ts';
import { recordTextConsent } from './commands.ts';

interface Parts {
  database: Database;
  clock: Clock;
}

export function serveTextConsent(app: FastifyInstance, parts: Parts, front: Front): void {
  serve(
    app,
    textConsentCalls,
    {
      async updateTextConsent({ body: { consent }, person, request }) {
        await recordTextConsent(parts, person, { consent, address: request.ip });
        return { textConsent: consent, textContinueClicked: true };
      },
    },
    front,
  );
}
