import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxClock } from '../clock.ts';
import { applyFaults } from '../faults.ts';
import type { Feed } from '../feed.ts';
import type { ZoomContext } from './context.ts';
import { openLimits, openSecondLimits } from './limits.ts';
import { serveMeetings } from './meeting-routes.ts';
import { type Operation, operations } from './operations.ts';
import { ZoomError } from './refusal.ts';
import { serveRegistrants } from './registrant-routes.ts';
import { serveReports } from './report-routes.ts';
import { serveRoomList } from './room-list.ts';
import { serveRoomPages } from './room-pages.ts';
import { openRooms } from './rooms.ts';
import { simulateMeetings } from './simulated-meetings.ts';
import { openMeetingStore } from './store.ts';
import { openAttendanceSwitches, openZoomSwitches } from './switches.ts';
import { openTokens } from './tokens.ts';
import { serveUsers } from './user-routes.ts';
import { openUsers } from './users.ts';
import { checkBody, checkQuery } from './validation.ts';
import { createWebhookSender } from './webhook-sender.ts';

interface Options {
  directory: string;
  clock: SandboxClock;
  portalUrl: string;
  feed: Feed;
  /** How many meetings a host may make or change in a day. */
  meetingsPerDay: number;
  address(): string;
}

/** Zoom's API, its web pages and its webhooks. */
export function serveZoom(app: FastifyInstance, options: Options) {
  const { clock, feed } = options;
  const tokens = openTokens(clock);
  const switches = openZoomSwitches(app, tokens.revokeAll);
  const attendance = openAttendanceSwitches(app);
  const faults = switches.current;
  const store = openMeetingStore(join(options.directory, 'zoom.jsonl'));
  const sendsTwice = () => attendance.current().webhooks === 'twice';
  const webhooks = createWebhookSender({ ...options, sendsTwice });
  const count = openLimits(clock, () => faults().dailyLimit);
  const countCall = openSecondLimits();
  const users = openUsers(faults);
  const context: ZoomContext = { ...options, store, users, count, faults, attendance, webhooks };

  const rooms = openRooms(context);
  serveRoomPages(app, context, rooms);
  serveRoomList(app, context);
  app.register(async (calls) => {
    applyFaults(calls, switches, feed);
    tokens.serve(calls, faults);
  });
  app.register(async (calls) => {
    applyFaults(calls, switches, feed);
    calls.addHook('onRequest', async (request) => {
      const granted = tokens.check(request.headers.authorization);
      const { scopes, weight } = operationOf(request);
      if (!scopes.some((scope) => granted.includes(scope))) {
        const words = `Invalid access token, does not contain scopes:[${scopes.join(', ')}].`;
        throw new ZoomError(400, faults().scopeCode, words);
      }
      if (!faults().noSecondLimits) countCall(weight);
    });
    calls.addHook('preHandler', async (request) => {
      const { query, body } = operationOf(request);
      checkQuery(query, request.query);
      checkBody(body, request.body);
    });
    calls.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof ZoomError)) throw error;
      if (!isUnready(error)) feed.note(`Zoom refused: ${error.message}`, refused);
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
    waitingWebhooks: webhooks.waiting,
    meetings: simulateMeetings(context, rooms),
    store,
    rooms,
    switches,
    attendance,
  };
}

export type Zoom = ReturnType<typeof serveZoom>;

const refused = { isRefusal: true, path: '/vendors#zoom' };

/** A report that is asked for before it is there: nothing is wrong. */
function isUnready({ status }: ZoomError): boolean {
  return status === 404;
}

function operationOf({ method, routeOptions }: FastifyRequest): Operation {
  const name = `${method} ${routeOptions.url?.replace(/^\/zoom\/v2/, '')}`;
  const operation = operations[name];
  if (!operation) throw new Error(`${name} is not in the table of operations`);
  return operation;
}
