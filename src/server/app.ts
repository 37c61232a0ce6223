import { randomUUID } from 'node:crypto';
import cookiePlugin from '@fastify/cookie';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { serveAccounts } from './accounts/index.ts';
import { serveAttendance } from './attendance/index.ts';
import { serveBroadcasts } from './broadcasts/index.ts';
import { serveHistory } from './history/index.ts';
import { compressLongAnswers } from './http/compression.ts';
import { answerBrokenClient, answerErrors, answerUnreadable } from './http/errors.ts';
import { reportHealth } from './http/health.ts';
import { describeCalls } from './http/openapi.ts';
import { shedOverload } from './http/overload.ts';
import { openInnerCalls, openPageAnswers } from './http/page-answers.ts';
import { watchForwarding } from './http/proxy-warning.ts';
import { auditRefusals } from './http/refused-attempts.ts';
import {
  addSecurityHeaders,
  refuseOtherOrigins,
  writeSecurityTxt,
} from './http/security-headers.ts';
import { openCookies, openSessions } from './http/session.ts';
import { isWebBuilt, serveWeb } from './http/web-pages.ts';
import { serveJourneyBoard } from './journey/index.ts';
import { serveMeetings } from './meetings/index.ts';
import { serveMessages } from './messages/index.ts';
import { mountTextWebhooks } from './messages/text-consent/text-webhooks.ts';
import { openFigures, serveOperations } from './operations/index.ts';
import { serveNotes, servePeople } from './people/index.ts';
import { readBuild } from './platform/build-info.ts';
import type { DatabaseWatch } from './platform/database-watch.ts';
import type { VendorServices } from './platform/services.ts';
import { serveRetreats } from './retreats/index.ts';
import { serveScheduling, takeReply } from './schedule/index.ts';
import { serveClasses } from './timetable/index.ts';

export interface AppServices extends VendorServices {
  databaseWatch: Pick<DatabaseWatch, 'whyNotReady'>;
  webDirectory: string;
  checkResponses: boolean;
  pageWaitMs: number;
  isDraining(): boolean;
}

/** Builds the portal without opening a port, so that tests can call it directly. */
export function buildApp(services: AppServices): FastifyInstance {
  const { settings, database, clock, log } = services;
  const isHttps = settings.publicUrl.startsWith('https:');
  // Disconnect clients that stop reading. Node restarts the timer once if a write stalls, so use about half the limit.
  const connectionTimeout = settings.responseSeconds * 500 + 1_000;
  const app = fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    trustProxy: settings.trustedProxies ?? false,
    bodyLimit: 32 * 1024,
    requestTimeout: settings.requestSeconds * 1000,
    http: {
      headersTimeout: settings.requestSeconds * 1000,
      connectionsCheckingInterval: settings.requestSeconds * 200,
    },
    connectionTimeout,
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnreadable,
    clientErrorHandler: answerBrokenClient,
    routerOptions: { maxParamLength: 200 },
    // Startup can be slow on a busy machine, and failing early wouldn’t make it faster.
    pluginTimeout: 60_000,
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, 'x-server-time': clock.now().toISOString() });
    if (services.isDraining()) reply.header('connection', 'close');
    done();
  });
  const overload = shedOverload(app, settings.mostRequestsAtOnce);
  keepWaitingForAnswers(app, connectionTimeout);
  const trustsProxies = settings.trustedProxies !== undefined;
  const forwarding = watchForwarding(app, { trustsProxies });
  addSecurityHeaders(app, { isHttps });
  compressLongAnswers(app);
  answerErrors(app);
  refuseOtherOrigins(app, { publicUrl: settings.publicUrl });
  const figures = openFigures(services);
  app.addHook('onClose', figures.close);
  reportHealth(app, {
    ...services,
    figures,
    isWebBuilt: isWebBuilt(services.webDirectory),
    metricsToken: settings.metricsToken,
  });
  app.register(cookiePlugin);
  const cookies = openCookies({ isHttps });
  const sessions = openSessions(database, clock, cookies, settings);
  const innerCalls = openInnerCalls();
  const { checkResponses } = services;
  const context = { app, findPerson: sessions.findPerson, checkResponses, innerCalls };
  auditRefusals(app, services);
  serveAccounts({ ...services, sessions, cookies }, context);
  serveScheduling(services, context);
  serveAttendance(services, context);
  serveRetreats(services, context);
  mountTextWebhooks(app, services, (transaction, reply) => takeReply(services, transaction, reply));
  serveMeetings(services, context);
  serveClasses(services, context);
  serveBroadcasts(services, context);
  serveMessages(services, context);
  servePeople(services, context);
  serveJourneyBoard(services, context);
  serveHistory(services, context);
  serveNotes(services, context);
  serveOperations({ ...services, forwarding }, context);
  let description: ReturnType<typeof describeCalls> | undefined;
  app.get('/api/openapi.json', () => {
    description ??= describeCalls({
      publicUrl: settings.publicUrl,
      version: readBuild().version,
      sessionCookie: sessions.cookieName,
    });
    return description;
  });
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(writeSecurityTxt(settings, clock.now())),
  );
  serveWeb(app, {
    directory: services.webDirectory,
    answersFor: openPageAnswers({
      calls: innerCalls,
      sessions,
      overload,
      clock,
      firstClass: settings.site.firstClass,
      longestWaitMs: services.pageWaitMs,
    }),
    site: settings.site,
    clock,
    sessions,
    overload,
  });
  return app;
}

/**
 * Suspends the connection timeout while the server prepares a response, because the connection is idle during slow work
 * such as an import.
 */
function keepWaitingForAnswers(app: FastifyInstance, connectionTimeout: number): void {
  // Requests that tests inject have no socket timer.
  const setTimeout = ({ socket }: FastifyRequest, ms: number) => socket.setTimeout?.(ms);
  app.addHook('preHandler', async (request) => {
    setTimeout(request, 0);
  });
  app.addHook('onSend', async (request) => {
    setTimeout(request, connectionTimeout);
  });
}
