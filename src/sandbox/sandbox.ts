import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';
import type { SandboxClock } from './clock.ts';
import { type KnownPerson, openFeed } from './feed.ts';
import { openOutbox } from './outbox.ts';
import { refuseOtherSites } from './own-pages.ts';
import { serveRetreats } from './retreats/routes.ts';
import { retreatKeys } from './retreats/webhook-sender.ts';
import { type MailFaults, openMailFaults } from './smtp/faults.ts';
import { startSmtp } from './smtp/server.ts';
import { serveStage } from './stage/routes.ts';
import { openTour } from './stage/tour.ts';
import { openTimeTravel, serveClock } from './time-travel.ts';
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
  const twilio = serveTwilio(app, { directory, portalUrl, outbox, clock, feed });
  let url = '';
  const zoom = serveZoom(app, {
    directory,
    portalUrl,
    meetingsPerDay: options.zoomMeetingsPerDay ?? 100,
    clock,
    feed,
    address: () => url,
  });
  const time = openTimeTravel(clock, zoom.meetings, feed);
  serveClock(app, time);
  const mailFaults = openMailFaults(app);
  const switches = {
    mail: mailFaults,
    twilio: twilio.switches,
    zoom: zoom.switches,
    attendance: zoom.attendance,
  };
  const retreats = serveRetreats(app, { directory, portalUrl, clock, feed });
  serveStage({
    app,
    portalUrl,
    people,
    clock,
    time,
    feed,
    outbox,
    phones: twilio.phones,
    zoom,
    retreatRegistrations: retreats.registrations,
    switches,
    tour: openTour(join(directory, 'tour.json')),
    linkWaitMs,
  });

  const smtp = await startSmtp({ outbox, faults: mailFaults, feed, portalUrl });
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
        accountSid: twilioAccount.sid,
        authToken: twilioAccount.authToken,
        loginSender: twilioAccount.loginSender,
        reminderSender: twilioAccount.reminderSender,
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
