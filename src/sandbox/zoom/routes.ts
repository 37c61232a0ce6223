import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { applyFaults } from '../faults.ts';
import { openLimits, openSecondLimits } from './limits.ts';
import { serveMeetings } from './meeting-routes.ts';
import { type Operation, operations } from './operations.ts';
import { ZoomError } from './refusal.ts';
import { serveRegistrants } from './registrant-routes.ts';
import { serveReports } from './report-routes.ts';
import { openRoomActs, serveRoomPages } from './room-pages.ts';
import { openRooms } from './rooms.ts';
import { simulateMeetings } from './simulated-meetings.ts';
import { openMeetingStore } from './store.ts';
import {
  type AttendanceSwitches,
  openAttendanceSwitches,
  openZoomSwitches,
  type ZoomFaults,
} from './switches.ts';
import { openTokens } from './tokens.ts';
import { openUsers, type Users } from './users.ts';
import { checkBody, checkQuery } from './validation.ts';
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts';

export interface ZoomContext extends SandboxContext {
  store: ReturnType<typeof openMeetingStore>;
  users: Users;
  count: ReturnType<typeof openLimits>;
  faults(): ZoomFaults;
  attendance: AttendanceSwitches;
  webhooks: WebhookSender;
  /** How many meetings a host may make or change in a day. */
  meetingsPerDay: number;
}

/** Zoom's API, its web pages and its webhooks. */
export function serveZoom(sandbox: SandboxContext, meetingsPerDay: number) {
  const { app, directory, feed } = sandbox;
  const tokens = openTokens(sandbox);
  const switches = openZoomSwitches(app, tokens.revokeAll);
  const attendance = openAttendanceSwitches(app);
  const faults = switches.current;
  const webhooks = createWebhookSender(sandbox, () => attendance.current().webhooks === 'twice');
  const countCall = openSecondLimits();
  const context: ZoomContext = {
    ...sandbox,
    store: openMeetingStore(join(directory, 'zoom.jsonl')),
    users: openUsers(faults),
    count: openLimits(sandbox, () => faults().dailyLimit),
    faults,
    attendance,
    webhooks,
    meetingsPerDay,
  };

  const rooms = openRooms(context);
  const acts = openRoomActs(context, rooms);
  serveRoomPages(context, rooms, acts);
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
    calls.get<{ Params: { userId: string } }>('/zoom/v2/users/:userId', ({ params }) =>
      context.users.find(params.userId),
    );
  });
  return {
    stop: webhooks.close,
    settled: webhooks.settled,
    waitingWebhooks: webhooks.waiting,
    meetings: simulateMeetings(context, rooms),
    store: context.store,
    rooms,
    acts,
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
