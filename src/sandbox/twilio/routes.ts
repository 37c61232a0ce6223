import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from '../clock.ts';
import type { Outbox } from '../outbox.ts';

export const twilioAccount = {
  sid: 'AC00000000000000000000000000005a4d',
  authToken: 'sandbox-auth-token',
  loginSender: 'MG00000000000000000000000000000001',
  reminderSender: 'MG00000000000000000000000000000002',
};

interface Parts {
  outbox: Outbox;
  clock: SandboxClock;
}

type Form = Record<string, string | undefined>;

/** Twilio's own wire for sending a message; what it would deliver goes to the outbox. */
export function serveTwilio(app: FastifyInstance, { outbox, clock }: Parts): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  app.post<{ Params: { account: string }; Body: Form }>(
    '/twilio/2010-04-01/Accounts/:account/Messages.json',
    (request, reply) => {
      const refuse = (status: number, code: number, message: string) =>
        reply.status(status).send({ code, message, status, more_info: 'the sandbox' });
      if (!isKnown(request.headers.authorization, request.params.account)) {
        return refuse(401, 20003, 'Authenticate');
      }
      const { To, Body, From, MessagingServiceSid } = request.body ?? {};
      if (!To) return refuse(400, 21604, "A 'To' phone number is required.");
      if (!/^\+[1-9]\d{6,14}$/.test(To))
        return refuse(400, 21211, `Invalid 'To' Phone Number: ${To}`);
      if (!From && !MessagingServiceSid) {
        return refuse(400, 21603, "A 'From' phone number is required.");
      }
      if (!Body) return refuse(400, 21602, 'Message body is required.');
      if (Body.length > 1600)
        return refuse(
          400,
          21617,
          'The concatenated message body exceeds the 1600 character limit.',
        );

      outbox.add({ channel: 'text', to: To, subject: '', text: Body });
      const at = clock.now().toUTCString();
      return reply.status(201).send({
        sid: `SM${randomBytes(16).toString('hex')}`,
        account_sid: request.params.account,
        messaging_service_sid: MessagingServiceSid ?? null,
        from: From ?? null,
        to: To,
        body: Body,
        status: MessagingServiceSid ? 'accepted' : 'queued',
        direction: 'outbound-api',
        num_segments: '1',
        error_code: null,
        error_message: null,
        date_created: at,
        date_updated: at,
        date_sent: null,
        api_version: '2010-04-01',
      });
    },
  );
}

function isKnown(header: string | undefined, account: string): boolean {
  const wanted = Buffer.from(`${twilioAccount.sid}:${twilioAccount.authToken}`).toString('base64');
  const [given, expected] = [Buffer.from(header ?? ''), Buffer.from(`Basic ${wanted}`)];
  return (
    account === twilioAccount.sid &&
    given.length === expected.length &&
    timingSafeEqual(given, expected)
  );
}
