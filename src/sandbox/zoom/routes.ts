import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from '../clock.ts';
import { openAttendanceSwitches } from './attendance-switches.ts';
import type { ZoomContext } from './context.ts';
import { openFaults } from './faults.ts';
import { openLimits } from './limits.ts';
import { serveMeetings } from './meeting-routes.ts';
import { ZoomError } from './refusal.ts';
import { serveRegistrants } from './registrant-routes.ts';
import { serveReports } from './report-routes.ts';
import { serveRoomPages } from './room-pages.ts';
import { openRooms } from './rooms.ts';
import { serveRoomList } from './rooms-section.ts';
import { simulateMeetings } from './simulated-meetings.ts';
import { openMeetingStore } from './store.ts';
import { openTokens } from './tokens.ts';
import { serveUsers } from './user-routes.ts';
import { createWebhookSender } from './webhook-sender.ts';

interface Options {
  directory: string;
  clock: SandboxClock;
  portalUrl: string;
  /** How many meetings a host may make or change in a day. */
  meetingsPerDay: number;
  address(): string;
}

/** Zoom's API, its web pages and its webhooks. */
export function serveZoom(app: FastifyInstance, options: Options) {
  const { clock } = options;
  const tokens = openTokens(clock);
  const faults = openFaults();
  const webhooks = createWebhookSender(options);
  const store = openMeetingStore(join(options.directory, 'zoom.jsonl'));
  const attendance = openAttendanceSwitches();
  const count = openLimits(clock);
  const context: ZoomContext = { ...options, store, count, faults, attendance, webhooks };

  faults.serveSwitch(app, tokens);
  attendance.serve(app);
  const rooms = openRooms(context);
  serveRoomPages(app, context, rooms);
  serveRoomList(app, context);
  app.register(async (calls) => {
    calls.addHook('onRequest', faults.injectFault);
    calls.addHook('onSend', faults.truncateBody);
    tokens.serve(calls, faults.scope);
  });
  app.register(async (calls) => {
    calls.addHook('onRequest', faults.injectFault);
    calls.addHook('onSend', faults.truncateBody);
    calls.addHook('onRequest', async (request) => tokens.check(request.headers.authorization));
    calls.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof ZoomError)) throw error;
      return reply.status(error.status).headers(error.headers).send(error.body);
    });
    serveMeetings(calls, context);
    serveRegistrants(calls, context);
    serveReports(calls, context);
    serveUsers(calls, context);
  });
  return {
    stop: webhooks.close,
    settled: webhooks.settled,
    meetings: simulateMeetings(context, rooms),
  };
}
