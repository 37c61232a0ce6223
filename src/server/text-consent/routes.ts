import type { FastifyInstance } from 'fastify';
import { textConsentCalls } from '../../contract/text-consent.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { type Front, serve } from '../http/serve.ts';
import type { Texter } from '../integrations/texts/port.ts';
import type { Settings } from '../settings.ts';
import { recordTextConsent } from './commands.ts';
import { hearTwilio } from './webhook.ts';

interface Parts {
  database: Database;
  clock: Clock;
  texter: Texter;
  settings: Settings;
}

export function serveTextConsent(app: FastifyInstance, parts: Parts, front: Front): void {
  hearTwilio(app, parts);
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
