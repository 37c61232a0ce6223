import type { FastifyInstance } from 'fastify';
import { buildApp } from '../src/server/app.ts';
import { connect } from '../src/server/database/connect.ts';
import { adviseOn } from '../src/server/integrations/texts/twilio-errors.ts';
import { machineClock } from '../src/server/platform/clock.ts';
import { createLog } from '../src/server/platform/log.ts';
import { readSettings } from '../src/server/platform/settings.ts';

export function openInProcess(settings: Record<string, string>): FastifyInstance {
  const read = readSettings(settings);
  const database = connect(read.databaseUrl, { poolSize: 10, onLostConnection: () => {} });
  return buildApp({
    settings: read,
    database,
    clock: machineClock,
    log: createLog(read.logLevel),
    // Read-only calls don't need these services.
    databaseWatch: {} as never,
    queue: {} as never,
    mailer: {} as never,
    meetings: {} as never,
    texts: { adviseOn } as never,
    retreats: {} as never,
    webDirectory: 'nowhere',
    checkResponses: false,
    pageWaitMs: 500,
    isDraining: () => false,
  });
}
