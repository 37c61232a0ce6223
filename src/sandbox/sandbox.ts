import { join } from 'node:path';
import fastify from 'fastify';
import type { SandboxClock } from './clock.ts';
import { openOutbox } from './outbox.ts';
import { sandboxPage } from './page.ts';
import { serveRetreats } from './retreats/routes.ts';
import { retreatKeys } from './retreats/webhooks.ts';
import { startSmtp } from './smtp/server.ts';
import { serveTwilio, twilioAccount } from './twilio/routes.ts';
import { serveZoom } from './zoom/routes.ts';
import { zoomAccount } from './zoom/tokens.ts';

interface Options {
  host: string;
  port: number;
  directory: string;
  clock: SandboxClock;
  portalUrl: string;
  /** Zoom lets a host make or change a hundred meetings a day, unless it has agreed to more. */
  zoomMeetingsPerDay?: number;
}

/** The world around the portal, on this machine: what it sends arrives here. */
export async function startSandbox({ clock, ...options }: Options) {
  const outbox = openOutbox(join(options.directory, 'outbox.jsonl'), clock.now);
  const app = fastify({ bodyLimit: 1024 * 1024, forceCloseConnections: true });

  // Other sites in the same browser must not reach the outbox by a name of their own.
  app.addHook('onRequest', async (request, reply) => {
    const name = request.hostname.replace(/:\d+$/, '');
    const isOurs = ['localhost', '127.0.0.1', '[::1]', options.host].includes(name);
    if (!isOurs)
      return reply.status(421).send({ message: 'This sandbox answers on localhost only.' });
  });
  app.get('/', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(sandboxPage(options.portalUrl)),
  );
  app.get('/outbox', () => outbox.newestFirst());
  app.get('/clock', () => ({ now: clock.now().toISOString(), moved: clock.isMoved() }));
  app.post<{ Body: { now?: unknown } }>('/clock', (request, reply) => {
    const wanted = request.body?.now;
    const instant = typeof wanted === 'string' ? new Date(wanted) : null;
    const isReadable = wanted === null || (instant && !Number.isNaN(instant.getTime()));
    if (!isReadable) {
      return reply.status(400).send({ message: 'Send { "now": an ISO time, or null }.' });
    }
    clock.moveTo(instant);
    return { now: clock.now().toISOString(), moved: clock.isMoved() };
  });

  serveTwilio(app, { outbox, clock });
  let url = '';
  const zoom = serveZoom(app, {
    directory: options.directory,
    portalUrl: options.portalUrl,
    meetingsPerDay: options.zoomMeetingsPerDay ?? 100,
    clock,
    address: () => url,
  });

  const retreats = serveRetreats(app, { ...options, clock });

  const smtp = await startSmtp(outbox);
  url = await app.listen({ host: options.host, port: options.port });
  return {
    url,
    /** The addresses and keys that the portal is to be given. */
    keys: {
      smtpUrl: smtp.url,
      twilio: {
        baseUrl: `${url}/twilio`,
        accountSid: twilioAccount.sid,
        authToken: twilioAccount.authToken,
        loginSender: twilioAccount.loginSender,
        reminderSender: twilioAccount.reminderSender,
      },
      zoom: { baseUrl: `${url}/zoom/v2`, oauthUrl: `${url}/zoom`, ...zoomAccount },
      retreats: retreatKeys,
    },
    /** What happened in meetings has been told to the portal. */
    zoomHasTold: zoom.settled,
    retreatsHaveTold: retreats.settled,
    async refuseMail(wanted: boolean) {
      smtp.refuse(wanted);
    },
    async stop() {
      await app.close();
      await zoom.stop();
      await retreats.stop();
      await smtp.stop();
    },
  };
}
