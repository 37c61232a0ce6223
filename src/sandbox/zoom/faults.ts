import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeFault, type Faults, injectFault, truncateBody } from '../faults.ts';
import type { Feed } from '../feed.ts';
import type { DailyLimitForm } from './limits.ts';
import type { Tokens } from './tokens.ts';
import type { ZoomUser } from './users.ts';

type UserChange = Partial<Pick<ZoomUser, 'type' | 'status' | 'timezone'>>;

interface ZoomFaults extends Faults {
  /** In place of all scopes that an app needs, separated by spaces. A token keeps those it was given. */
  scope?: string;
  /** A new token does not tell its scopes. */
  namesNoScopes?: boolean;
  /** In place of 4711, by which a missing scope is told. */
  scopeCode?: 4700;
  /** In place of Pro. On Basic nobody is licensed. */
  plan?: 'basic';
  /** In place of a licensed and active user who hosts the classes. */
  host?: UserChange;
  /** Users that are added or changed, by their email; null for one who was deleted. */
  users?: Record<string, UserChange | null>;
  /** In place of the sandbox's own number: how many meetings a host may make or change in a day. */
  meetingsPerDay?: number;
  dailyLimit?: DailyLimitForm;
  /** The three adds a day of one registrant count for all meetings together. */
  addsAcrossMeetings?: boolean;
  /** How many registrants a meeting has room for. */
  capacity?: number;
  /** The account has locked the waiting room on, whatever a meeting asks for. */
  waitingRoomLocked?: boolean;
  /** Only people signed in to Zoom may join: by default of the user, or locked, whatever a meeting asks for. */
  signIn?: 'default' | 'locked';
  /** The account has locked passcodes off, whatever a meeting asks for. */
  noPasscodes?: boolean;
  /** How long a new meeting is missing from its host's list. */
  listLagSeconds?: number;
  /** The host has no meetings but the portal's. */
  noOtherMeetings?: boolean;
  /** Calls are not counted by the second. */
  noSecondLimits?: boolean;
  /** Starting a meeting ends the host's other one at once, without asking. */
  endsOtherMeeting?: boolean;
  /** Once: revokes every token issued so far. */
  revokeTokens?: boolean;
}

const largestMeeting = 4999;

export function openFaults(feed: Feed) {
  let current: ZoomFaults = {};
  return {
    scope: () =>
      current.scope ?? 'meeting:write:admin meeting:read:admin report:read:admin user:read:admin',
    namesScopes: () => current.namesNoScopes !== true,
    scopeCode: () => current.scopeCode ?? 4711,
    plan: () => current.plan ?? 'pro',
    host: () => current.host ?? {},
    users: () => current.users ?? {},
    meetingsPerDay: () => current.meetingsPerDay,
    dailyLimit: () => current.dailyLimit ?? 'headers',
    doAddsCountTogether: () => current.addsAcrossMeetings === true,
    capacity: () => current.capacity ?? largestMeeting,
    isWaitingRoomLocked: () => current.waitingRoomLocked === true,
    signIn: () => current.signIn ?? 'as asked',
    takesPasscodes: () => current.noPasscodes !== true,
    listLagMs: () => (current.listLagSeconds ?? 0) * 1000,
    hasOtherMeetings: () => current.noOtherMeetings !== true,
    countsSeconds: () => current.noSecondLimits !== true,
    endsOtherMeeting: () => current.endsOtherMeeting === true,

    serveSwitch(app: FastifyInstance, tokens: Tokens) {
      app.get('/zoom/faults', () => current);
      app.post<{ Body: ZoomFaults | null }>('/zoom/faults', ({ body }) => {
        const { revokeTokens, ...faults } = body ?? {};
        if (revokeTokens) tokens.revokeAll();
        current = faults;
        return current;
      });
    },

    injectFault(request: FastifyRequest, reply: FastifyReply) {
      const words = describeFault(current);
      if (words) feed.note(`Zoom ${words}`, { isRefusal: true, path: '/vendors#zoom' });
      return injectFault(current, request, reply);
    },
    truncateBody: async (_request: FastifyRequest, _reply: FastifyReply, body: unknown) =>
      truncateBody(current, body),
  };
}

export type FaultSwitch = ReturnType<typeof openFaults>;
