import { messageCalls } from '../../contract/messages.ts';
import { type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { sendMessageAgain } from './send-again.ts';
import { recordTextConsent } from './text-consent/consent.ts';

export function serveMessages(services: Services, context: RouteContext): void {
  serve(context, messageCalls, {
    async sendMessageAgain({ params, person, actor }) {
      const { to, waitsForMorning } = await sendMessageAgain(services, person, actor, params.id);
      const night = waitsForMorning
        ? ' We don’t text at night, so it will go out at 7:00 AM PT.'
        : '';
      return { message: `We’re sending it again to ${to}.${night}` };
    },

    async updateTextConsent({ body: { consent }, requestKey, person, request }) {
      const choice = { consent, ip: request.ip, requestKey };
      const textConsent = await recordTextConsent(services, person, choice);
      return { textConsent, textContinueClicked: true };
    },
  });
}
