import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from '../clock.ts';
import { openFaults } from './faults.ts';
import { openLimits } from './limits.ts';
import { serveMeetings } from './meeting-routes.ts';
import { openPassing } from './passing.ts';
import { ZoomRefusal } from './refusal.ts';
import { serveRegistrants } from './registrant-routes.ts';
import { serveReports } from './report-routes.ts';
import { serveRoomPages } from './room-pages.ts';
import { openRooms } from './rooms.ts';
import { serveRoomList } from './rooms-section.ts';
import { openMeetingStore } from './store.ts';
import { openTokens } from './tokens.ts';
import { openTeller } from './webhooks.ts';
import type { ZoomWorld } from './world.ts';

interface Options {
  directory: string;
  clock: SandboxClock;
  portalUrl: string;
  /** How many meetings a host may make or change in a day. */
  meetingsPerDay: number;
  address(): string;
}

/** Zoom's own wire: what it takes, answers, refuses and tells. */
export function serveZoom(app: FastifyInstance, options: Options) {
  const { clock } = options;
  const tokens = openTokens(clock);
  const faults = openFaults();
  const tell = openTeller(options);
  const store = openMeetingStore(join(options.directory, 'zoom.jsonl'));
  const world: ZoomWorld = { ...options, store, count: openLimits(clock), faults, tell };

  faults.serveSwitch(app, tokens);
  const rooms = openRooms(world);
  serveRoomPages(app, world, rooms);
  serveRoomList(app, world);
  app.register(async (calls) => {
    calls.addHook('onRequest', faults.strike);
    tokens.serve(calls);
  });
  app.register(async (calls) => {
    calls.addHook('onRequest', faults.strike);
    calls.addHook('onRequest', async (request) => tokens.check(request.headers.authorization));
    calls.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof ZoomRefusal)) throw error;
      return reply.status(error.status).headers(error.headers).send(error.body);
    });
    serveMeetings(calls, world);
    serveRegistrants(calls, world);
    serveReports(calls, world);
  });
  return { stop: tell.close, settled: tell.settled, passing: openPassing(world) };
}
