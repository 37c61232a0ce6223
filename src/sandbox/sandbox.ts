import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { FaultState, SandboxContext } from './context.ts';
import { vendors } from './fault-list.ts';
import { openFaults } from './faults.ts';
import { type KnownPerson, openFeed } from './feed.ts';
import { openOutbox } from './outbox.ts';
import { serveRetreats } from './retreats/routes.ts';
import { retreatKeys } from './retreats/webhook.ts';
import { startSmtp } from './smtp/server.ts';
import { serveStage } from './stage/routes.ts';
import { openTour } from './stage/tour.ts';
import { openTimeTravel, type SandboxClock } from './time-travel.ts';
import { twilioAccount } from './twilio/account.ts';
import { serveTwilio } from './twilio/routes.ts';
import { serveZoom } from './zoom/routes.ts';
import { zoomAccount } from './zoom/tokens.ts';
import { mainHost } from './zoom/users.ts';

interface Options {
  host: string;
  port: number;
  directory: string;
  clock: SandboxClock;
  portalUrl: string;
  people?: readonly KnownPerson[];
  linkWaitMs?: number;
  /** How many meetings a host can create or change per day. Zoom allows 100. */
  zoomMeetingsPerDay?: number;
}

export type MailFaults = Partial<FaultState<'mail'>>;

/** Simulates every vendor. The portal's emails and texts end up here and never reach a real person. */
export async function startSandbox({ clock, ...options }: Options) {
  const { directory, portalUrl, people = [], linkWaitMs = 20_000 } = options;
  const feed = openFeed(people, clock.now);
  const outbox = openOutbox(join(directory, 'outbox.jsonl'), clock.now, (message) =>
    feed.noteArrival(message),
  );
  const app = fastify({ bodyLimit: 1024 * 1024, forceCloseConnections: true });

  refuseOtherSites(app, options.host);
  app.get('/outbox', () => outbox.newestFirst());
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  let url = '';
  const context: SandboxContext = {
    app,
    directory,
    portalUrl,
    clock,
    feed,
    outbox,
    vendorFaults: {
      mail: openFaults(app, vendors.mail),
      twilio: openFaults(app, vendors.twilio),
      zoom: openFaults(app, vendors.zoom),
      attendance: openFaults(app, vendors.attendance),
    },
    address: () => url,
  };
  const twilio = serveTwilio(context);
  const zoom = serveZoom(context, options.zoomMeetingsPerDay ?? 100);
  const retreats = serveRetreats(context);
  const time = openTimeTravel(clock, zoom.meetings, feed);
  serveStage({
    ...context,
    people,
    time,
    phones: twilio.phones,
    zoom,
    retreatRegistrations: retreats.newestFirst,
    tour: openTour(join(directory, 'tour.json')),
    linkWaitMs,
  });

  const smtp = await startSmtp(context);
  const smtpCaFile = join(directory, 'smtp-certificate.pem');
  writeFileSync(smtpCaFile, smtp.certificate);
  url = await app.listen({ host: options.host, port: options.port });
  return {
    url,
    messages: outbox.newestFirst,
    keys: {
      smtpUrl: smtp.url,
      smtpCaFile,
      twilio: {
        baseUrl: `${url}/twilio`,
        messagingUrl: `${url}/twilio/messaging`,
        ...twilioAccount,
      },
      zoom: {
        baseUrl: `${url}/zoom/v2`,
        oauthUrl: `${url}/zoom`,
        hostUser: mainHost.email,
        ...zoomAccount,
      },
      retreats: retreatKeys,
    },
    zoomWebhooksSent: zoom.settled,
    twilioWebhooksSent: twilio.settled,
    retreatWebhooksSent: retreats.settled,
    setMailFaults: (faults: MailFaults) => context.vendorFaults.mail.set(faults),
    async refuseMail(isOn: boolean) {
      this.setMailFaults(isOn ? { recipients: 'unknown' } : {});
    },
    async stop() {
      await app.close();
      await zoom.stop();
      await twilio.stop();
      await retreats.stop();
      await smtp.stop();
    },
  };
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Keeps other sites in the same browser from reading the outbox through DNS rebinding, moving the clock with a form, or
 * framing a page. The portal's own requests have no `Origin` header, so they pass.
 */
function refuseOtherSites(app: FastifyInstance, host: string): void {
  const names = ['localhost', '127.0.0.1', '[::1]', host];
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': "frame-ancestors 'self'",
    });
    if (!names.includes(request.hostname.replace(/:\d+$/, '')))
      return reply.status(421).send({ message: 'The sandbox works only on localhost.' });
    if (!safeMethods.has(request.method) && !isOwn(request))
      return reply.status(403).send({ message: 'This request came from another site.' });
  });
}

function isOwn({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site) return site === 'same-origin' || site === 'none';
  return headers.origin === undefined || headers.origin === `http://${host}`;
}
