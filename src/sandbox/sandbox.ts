import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { SandboxContext } from './context.ts';
import { type KnownPerson, openFeed } from './feed.ts';
import { openOutbox } from './outbox.ts';
import { serveRetreats } from './retreats/routes.ts';
import { retreatKeys } from './retreats/webhook-sender.ts';
import { type MailFaults, openMailFaults } from './smtp/faults.ts';
import { startSmtp } from './smtp/server.ts';
import { serveStage } from './stage/routes.ts';
import { openTour } from './stage/tour.ts';
import { openTimeTravel, type SandboxClock, serveClock } from './time-travel.ts';
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
  /** Whom its pages call by their names. Those with words about them can be signed in as. */
  people?: readonly KnownPerson[];
  /** How long a login link is waited for. The portal's queue takes a second or two, a busy machine longer. */
  linkWaitMs?: number;
  /** Zoom lets a host make or change a hundred meetings a day, unless it has agreed to more. */
  zoomMeetingsPerDay?: number;
}

/** Stands in for every vendor on this machine: mails and texts that the portal sends arrive here. */
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
    address: () => url,
  };
  const twilio = serveTwilio(context);
  const zoom = serveZoom(context, options.zoomMeetingsPerDay ?? 100);
  const retreats = serveRetreats(context);
  const mailFaults = openMailFaults(app);
  const time = openTimeTravel(clock, zoom.meetings, feed);
  serveClock(app, time);
  serveStage({
    ...context,
    people,
    time,
    phones: twilio.phones,
    zoom,
    switches: {
      mail: mailFaults,
      twilio: twilio.switches,
      zoom: zoom.switches,
      attendance: zoom.attendance,
    },
    retreatRegistrations: retreats.registrations,
    tour: openTour(join(directory, 'tour.json')),
    linkWaitMs,
  });

  const smtp = await startSmtp(context, mailFaults);
  const smtpCaFile = join(directory, 'smtp-certificate.pem');
  writeFileSync(smtpCaFile, smtp.certificate);
  url = await app.listen({ host: options.host, port: options.port });
  return {
    url,
    /** Everything that has arrived, the newest first. */
    messages: outbox.newestFirst,
    /** The addresses and keys that the portal is to be given. */
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
    /** Each resolves when every webhook so far was accepted by the portal or given up on. */
    zoomWebhooksSent: zoom.settled,
    twilioWebhooksSent: twilio.settled,
    retreatWebhooksSent: retreats.settled,
    setMailFaults: (faults: MailFaults) => mailFaults.set(faults),
    /** Like mailboxes that are gone: every recipient is refused until this is taken back. */
    async refuseMail(wanted: boolean) {
      mailFaults.set(wanted ? { recipients: 'unknown' } : {});
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
 * Other sites in the same browser must not reach the outbox by a name of their own, move the clock with a form, or show
 * a page of ours in theirs. The portal is no browser, and says nothing of where it calls from.
 */
function refuseOtherSites(app: FastifyInstance, host: string): void {
  const names = ['localhost', '127.0.0.1', '[::1]', host];
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': "frame-ancestors 'self'",
    });
    if (!names.includes(request.hostname.replace(/:\d+$/, '')))
      return reply.status(421).send({ message: 'This sandbox answers on localhost only.' });
    if (!safeMethods.has(request.method) && !isOwn(request))
      return reply.status(403).send({ message: 'This request came from another site.' });
  });
}

function isOwn({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site) return site === 'same-origin' || site === 'none';
  return headers.origin === undefined || headers.origin === `http://${host}`;
}
