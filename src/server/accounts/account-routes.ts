import type { FastifyInstance } from 'fastify';
import { accountCalls } from '../../contract/own-data.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Sessions } from '../http/session.ts';
import type { Services } from '../platform/services.ts';
import { signOutEverywhere } from './account-commands.ts';
import { describeDevice } from './device.ts';
import { readOwnData } from './own-data.ts';
import { sendLoginLinkTo } from './send-link.ts';
import { copyStaffLink } from './staff-links.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'> & {
  sessions: Sessions;
};

export function serveAccounts(app: FastifyInstance, services: Deps, context: RouteContext): void {
  const { sessions } = services;
  serve(
    app,
    accountCalls,
    {
      async getAccount({ person, request }) {
        const found = await sessions.list(request, person.id);
        return {
          sessions: found.map(({ startedAt, lastSeenAt, userAgent, isCurrent }) => ({
            startedAt: startedAt.toISOString(),
            lastSeenAt: lastSeenAt.toISOString(),
            device: describeDevice(userAgent),
            isCurrent,
          })),
        };
      },

      async getOwnData({ person, reply }) {
        const data = await readOwnData(services, person);
        reply.headers({
          'content-disposition': 'attachment; filename="my-data.json"',
          'cache-control': 'no-store',
        });
        return data;
      },

      async signOutEverywhere({ person, request, reply }) {
        await signOutEverywhere(services, actorOf(person, request), person.id);
        sessions.clearCookie(reply);
        return { message: 'You are signed out everywhere.' };
      },

      async signOutPerson({ params, person, request }) {
        await signOutEverywhere(services, actorOf(person, request), params.id);
        return { message: 'They are signed out everywhere.' };
      },

      async sendLoginLinkTo({ params, body: { by }, person, request }) {
        const to = await sendLoginLinkTo(services, actorOf(person, request), params.id, by);
        return { message: `A login link is on its way to ${to}. It works once, within a day.` };
      },

      async copyLoginLink({ params, person, request }) {
        return { loginLink: await copyStaffLink(services, person, request.ip, params.id) };
      },
    },
    context,
  );
}
