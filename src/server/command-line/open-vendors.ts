import { openSmtp } from '../integrations/mail/smtp-client.ts';
import { openZoom } from '../integrations/meetings/zoom-client.ts';
import { openTwilio } from '../integrations/texts/twilio-client.ts';
import type { Services } from '../platform/services.ts';

/** For the commands that ask vendors. Nothing is connected before it is used. */
export function openVendors({ settings, clock }: Pick<Services, 'settings' | 'clock'>) {
  return {
    mailer: openSmtp(settings.mail),
    meetings: openZoom(settings.meetings, clock),
    texts: openTwilio(settings.texts, clock),
  };
}
