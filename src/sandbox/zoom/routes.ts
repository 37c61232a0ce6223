import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { FaultState, SandboxContext } from '../context.ts';
import { applyFaults } from '../faults.ts';
import { openLimits, openSecondLimits } from './limits.ts';
import { serveMeetings } from './meeting-routes.ts';
import { checkBody, checkFields, type Operation, operations } from './operations.ts';
import { serveRegistrants } from './registrant-routes.ts';
import { ZoomError } from './replies.ts';
import { serveReports } from './report-routes.ts';
import { openRoomActs, serveRoomPages } from './room-pages.ts';
import { openRooms } from './rooms.ts';
import { simulateMeetings } from './simulated-meetings.ts';
import { openMeetingStore } from './store.ts';
import { openTokens } from './tokens.ts';
import { openUsers, type Users } from './users.ts';
import { createWebhookSender, type WebhookSender } from './webhooks.ts';

export interface ZoomContext extends SandboxContext {
  store: ReturnType<typeof openMeetingStore>;
  users: Users;
  count: ReturnType<typeof openLimits>;
  faults(): FaultState<'zoom'>;
  attendance: SandboxContext['vendorFaults']['attendance'];
  webhooks: WebhookSender;
  meetingsPerDay: number;
}

export function serveZoom(sandbox: SandboxContext, meetingsPerDay: number) {
  const { app, directory, feed } = sandbox;
  const tokens = openTokens(sandbox);
  const { zoom, attendance } = sandbox.vendorFaults;
  const faults = zoom.current;
  // Real tokens keep their scopes. Here, revoke them, so that a change on the demo pages takes effect right away.
  zoom.onChange(({ revokeTokens }, isOnStage) => {
    if (revokeTokens || isOnStage) tokens.revokeAll();
  });
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
    applyFaults(calls, zoom, feed);
    tokens.serve(calls, faults);
  });
  app.register(async (calls) => {
    applyFaults(calls, zoom, feed);
    calls.addHook('onRequest', async (request) => {
      const granted = tokens.check(request.headers.authorization);
      const { scopes, weight } = operationOf(request);
      if (!scopes.some((scope) => granted.includes(scope))) {
        const message = `Invalid access token, does not contain scopes:[${scopes.join(', ')}].`;
        throw new ZoomError(400, faults().scopeCode, message);
      }
      if (!faults().noSecondLimits) countCall(weight);
    });
    calls.addHook('preHandler', async (request) => {
      const { query, body } = operationOf(request);
      checkFields(query, request.query);
      checkBody(body, request.body);
    });
    calls.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof ZoomError)) throw error;
      // A 404 is normal, because the portal asks for reports before they exist.
      if (error.status !== 404) feed.note(`Zoom returned an error: ${error.message}`, refused);
      return reply.status(error.status).headers(error.headers).send(error.body);
    });
    serveMeetings(calls, context);
    serveRegistrants(calls, context);
    serveReports(calls, context);
    calls.get<{ Params: { userId: string } }>('/zoom/v2/users/:userId', ({ params }) =>
      context.users.find(params.userId),
    );
    calls.get<{ Params: { userId: string } }>('/zoom/v2/users/:userId/settings', ({ params }) => {
      context.users.find(params.userId);
      return { feature: { meeting_capacity: faults().meetingCapacity } };
    });
  });
  return {
    stop: webhooks.close,
    settled: webhooks.settled,
    waitingWebhooks: webhooks.waiting,
    meetings: simulateMeetings(context, rooms),
    store: context.store,
    rooms,
    acts,
  };
}

export type Zoom = ReturnType<typeof serveZoom>;

const refused = { isRefusal: true, path: '/vendors#zoom' };

function operationOf({ method, routeOptions }: FastifyRequest): Operation {
  const name = `${method} ${routeOptions.url?.replace(/^\/zoom\/v2/, '')}`;
  const operation = operations[name];
  if (!operation) throw new Error(`${name} is missing from the table of operations`);
  return operation;
}
