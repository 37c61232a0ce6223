import { randomUUID } from 'node:crypto';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import type { Database } from './database/connect.ts';
import { answerErrors } from './http/errors.ts';
import { reportHealth } from './http/health.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { serveWeb } from './http/web-pages.ts';
import type { Settings } from './settings.ts';

export interface Services {
  settings: Settings;
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  webDirectory: string;
  isDraining(): boolean;
}

/** The whole portal as seen from the network, without a port: tests can ask it directly. */
export function buildApp(services: Services): FastifyInstance {
  const { settings, database, clock, log } = services;
  const app = fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    trustProxy: settings.trustedProxies ?? false,
    bodyLimit: 64 * 1024,
    // A client that trickles its request is cut off; see also headersTimeout below.
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (services.isDraining()) reply.header('connection', 'close');
    done();
  });
  addSecurityHeaders(app, { isHttps: settings.publicUrl.startsWith('https:') });
  answerErrors(app);
  reportHealth(app, {
    database,
    metricsToken: settings.metricsToken,
    isDraining: services.isDraining,
  });
  serveWeb(app, { directory: services.webDirectory, pages: [], site: settings.site, clock });
  return app;
}
