import { randomUUID } from 'node:crypto';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { PAGES } from '../course/pages.ts';
import { serveAdminClasses } from './admin-classes/routes.ts';
import { serveAdminPeople } from './admin-people/routes.ts';
import { serveAlumni } from './alumni/routes.ts';
import { serveCalendars } from './calendars/routes.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/connect.ts';
import { compressLongAnswers } from './http/compression.ts';
import { openCookies } from './http/cookies.ts';
import { answerBrokenClient, answerErrors, answerUnreadable } from './http/errors.ts';
import { reportHealth } from './http/health.ts';
import { describeCalls } from './http/openapi.ts';
import { refuseOtherOrigins } from './http/own-origin.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { openSessions } from './http/session.ts';
import { serveWeb } from './http/web-pages.ts';
import type { Meetings } from './integrations/meetings/port.ts';
import type { Retreats } from './integrations/retreats/port.ts';
import type { Texter } from './integrations/texts/port.ts';
import type { Queue } from './jobs/queue.ts';
import { serveMeetings } from './meetings/routes.ts';
import { serveRetreat } from './retreat/routes.ts';
import { serveScheduling } from './scheduling/routes.ts';
import type { Settings } from './settings.ts';
import { serveSignIn } from './sign-in/routes.ts';
import { serveTextConsent } from './text-consent/routes.ts';

export interface Services {
  settings: Settings;
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  queue: Queue;
  meetings: Meetings;
  retreats: Retreats;
  texter: Texter;
  webDirectory: string;
  /** Tests hold every answer against its schema; see `Front`. */
  checkAnswers: boolean;
  isDraining(): boolean;
}

/** The whole portal as seen from the network, without a port: tests can ask it directly. */
export function buildApp(services: Services): FastifyInstance {
  const { settings, database, clock, log } = services;
  const isHttps = settings.publicUrl.startsWith('https:');
  const app = fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    trustProxy: settings.trustedProxies ?? false,
    bodyLimit: 2 * 1024 * 1024,
    // A client that trickles its request is cut off.
    requestTimeout: settings.requestSeconds * 1000,
    http: {
      headersTimeout: settings.requestSeconds * 1000,
      connectionsCheckingInterval: settings.requestSeconds * 200,
    },
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnreadable,
    clientErrorHandler: answerBrokenClient,
    routerOptions: { maxParamLength: 200 },
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, 'x-server-time': clock.now().toISOString() });
    if (services.isDraining()) reply.header('connection', 'close');
    done();
  });
  addSecurityHeaders(app, { isHttps });
  compressLongAnswers(app);
  answerErrors(app);
  refuseOtherOrigins(app, { publicUrl: settings.publicUrl });
  reportHealth(app, {
    database,
    metricsToken: settings.metricsToken,
    isDraining: services.isDraining,
  });
  const cookies = openCookies({ isHttps });
  const sessions = openSessions(database, clock, cookies);
  const front = { findPerson: sessions.findPerson, checkAnswers: services.checkAnswers };
  serveSignIn(app, { ...services, sessions, cookies }, front);
  serveScheduling(app, services, front);
  serveCalendars(app, services, front);
  serveRetreat(app, services, front);
  serveTextConsent(app, services, front);
  serveAlumni(app, services, front);
  serveMeetings(app, services, front);
  serveAdminClasses(app, services, front);
  serveAdminPeople(app, services, front);
  const description = describeCalls(settings.publicUrl);
  app.get('/api/openapi.json', () => description);
  serveWeb(app, {
    directory: services.webDirectory,
    pages: Object.values(PAGES),
    site: settings.site,
    clock,
    sessions,
  });
  return app;
}
