import type { FastifyInstance } from 'fastify';
import { phoneNumberCalls } from '../../contract/accounts.ts';
import { accountCalls } from '../../contract/own-data.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Sessions } from '../http/session.ts';
import { describeNumber } from '../platform/phone.ts';
import type { Services } from '../platform/services.ts';
import { signOutEverywhere } from './commands.ts';
import { describeDevice } from './device.ts';
import { readOwnData } from './own-data.ts';
import { changeOwnNumber, confirmNumber, sendNumberCode } from './own-number.ts';
import { copyStaffLink, sendLoginLinkTo } from './staff-links.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'> & {
  sessions: Sessions;
};

export function serveAccounts(app: FastifyInstance, services: Deps, context: RouteContext): void {
  const { sessions } = services;
  serve(
    app,
    { ...accountCalls, ...phoneNumberCalls },
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
        return { message: 'You’re signed out everywhere.' };
      },

      async signOutPerson({ params, person, request }) {
        await signOutEverywhere(services, actorOf(person, request), params.id);
        return { message: 'They’re signed out everywhere.' };
      },

      async sendLoginLinkTo({ params, body: { by }, person, request }) {
        const to = await sendLoginLinkTo(services, actorOf(person, request), params.id, by);
        return {
          message: `A login link is on its way to ${to}. It works once and expires in 24 hours.`,
        };
      },

      async copyLoginLink({ params, person, request }) {
        return { loginLink: await copyStaffLink(services, person, request.ip, params.id) };
      },

      async changeOwnNumber({ body: { phone: typed }, person, request }) {
        const keptSession = sessions.idHashOf(request);
        const actor = actorOf(person, request);
        return describeNumber(await changeOwnNumber(services, actor, { typed, keptSession }));
      },

      async sendNumberCode({ person, request }) {
        const sentTo = await sendNumberCode(services, actorOf(person, request));
        return { ...describeNumber(sentTo), minutes: services.settings.linkMinutes };
      },

      async confirmNumber({ body: { code }, person, request }) {
        return describeNumber(await confirmNumber(services, actorOf(person, request), code));
      },
    },
    context,
  );
}
