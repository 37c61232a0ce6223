import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountCalls, passkeyCalls, type User } from '../../contract/accounts.ts';
import { ownDataCalls } from '../../contract/own-data.ts';
import { SHORT_LINK } from '../../course/pages.ts';
import { canEdit } from '../../course/roles.ts';
import { zoneAfterSignIn } from '../../course/time-zone.ts';
import { type RouteContext, saying, serve } from '../http/serve.ts';
import { type Cookies, hasPasskeys, type SessionPerson, type Sessions } from '../http/session.ts';
import { HOUR_SECONDS } from '../platform/clock.ts';
import { verifyPath } from '../platform/login-links.ts';
import { describeNumber } from '../platform/phone.ts';
import type { Services } from '../platform/services.ts';
import { sha256 } from '../platform/tokens.ts';
import { saveTimeZone, signOutEverybody, signOutEverywhere } from './commands.ts';
import { readOwnData } from './own-data.ts';
import { changeOwnNumber, confirmNumber, sendNumberCode } from './own-number.ts';
import { addPasskey, listPasskeys, passkeyHandlers, spendPasskey } from './passkeys.ts';
import { listDevices } from './queries.ts';
import { requestLoginLink, requestNewLink } from './request-link.ts';
import { logSignIn } from './sign-in-log.ts';
import { spendCode } from './spend-code.ts';
import { type SignedIn, spendToken } from './spend-token.ts';
import { copyStaffLink, sendLoginLinkTo } from './staff-links.ts';

type Deps = Services & {
  sessions: Sessions;
  cookies: Cookies;
};

export function serveAccounts(services: Deps, context: RouteContext): void {
  const { sessions, cookies, settings, clock } = services;
  /** Outlives the link, so that the code works in this browser until the link expires. */
  const browserSeconds = Math.max(HOUR_SECONDS, (settings.linkMinutes + 5) * 60);

  const linkOnItsWay = {
    message: 'If you have an account, a login link is on its way. It may take a minute to arrive.',
    minutes: settings.linkMinutes,
  };

  // Email scanners also open links, so this redirect doesn't use up the link. Only the page's own request does.
  context.app.get<{ Params: { token: string } }>(`${SHORT_LINK}:token`, ({ params }, reply) =>
    reply.header('cache-control', 'no-store').redirect(verifyPath(params.token)),
  );

  const calls = { ...accountCalls, ...passkeyCalls, ...ownDataCalls };
  serve(context, calls, {
    ...passkeyHandlers(services),

    async sendLoginLink({ body, request, reply }) {
      await logSignIn(settings, request, { step: 'request', typed: body.email }, () =>
        requestLoginLink(services, body, requesterOf(request, reply)),
      );
      return linkOnItsWay;
    },

    async askForNewLink({ body, request, reply }) {
      await logSignIn(settings, request, { step: 'request' }, () =>
        requestNewLink(services, body.token, requesterOf(request, reply)),
      );
      return linkOnItsWay;
    },

    async verifyLink({ body, person: current, request, reply }) {
      const outcome = await logSignIn(settings, request, { step: 'link' }, () =>
        spendToken(services, { ...body, current }, originOf(request)),
      );
      return 'confirmAs' in outcome ? outcome : enter(outcome, request, reply);
    },

    async verifyCode({ body, person: current, request, reply }) {
      const outcome = await logSignIn(settings, request, { step: 'code', typed: body.email }, () =>
        spendCode(services, { ...body, current }, originOf(request)),
      );
      return enter(outcome, request, reply);
    },

    async verifyPasskey({ body, request, reply }) {
      const signedIn = await logSignIn(settings, request, { step: 'passkey' }, () =>
        spendPasskey(services, body.response as never, originOf(request)),
      );
      return enter(signedIn, request, reply);
    },

    async addPasskey({ body, person, request, reply }) {
      const origin = { ...originOf(request), current: sessions.idHashOf(request) };
      return enter(await addPasskey(services, person, body, origin), request, reply);
    },

    async logout({ request, reply }) {
      await sessions.end(sessions.idHashOf(request));
      sessions.clearCookie(reply);
      return { message: 'You’re signed out.' };
    },

    getUser: ({ person }) => describeUser(services, person),

    async getAccount({ person, request }) {
      const current = sessions.idHashOf(request).toString('base64url');
      const devices = await listDevices(services, person);
      return {
        sessions: devices.map((device) => ({ ...device, isCurrent: device.id === current })),
        passkeys: await listPasskeys(services.database, person.id),
      };
    },

    chooseTimeZone: ({ body, person }) =>
      saveTimeZone(services, person.id, body).then(saying('Time zone saved')),

    async checkConfirmed() {
      return { message: 'You signed in recently.' };
    },

    async endSession({ params, person }) {
      await sessions.end(Buffer.from(params.id, 'base64url'), person.id);
      return { message: 'You’re signed out on that device.' };
    },

    async signOutEverybody({ actor, reply }) {
      await signOutEverybody(services, actor);
      sessions.clearCookie(reply);
      return { message: 'Everyone is signed out.' };
    },

    async getOwnData({ person, reply }) {
      const data = await readOwnData(services, person.id);
      reply.headers({
        'content-disposition': 'attachment; filename="my-data.json"',
        'cache-control': 'no-store',
      });
      return data;
    },

    async signOutEverywhere({ person, actor, reply }) {
      await signOutEverywhere(services, actor, person.id);
      sessions.clearCookie(reply);
      return { message: 'You’re signed out everywhere.' };
    },

    signOutPerson: ({ params, actor }) =>
      signOutEverywhere(services, actor, params.id).then(
        saying('This person is now signed out everywhere.'),
      ),

    async sendLoginLinkTo({ params, body: { by }, actor }) {
      const to = await sendLoginLinkTo(services, actor, params.id, by);
      return {
        message: `A login link is on its way to ${to}. It works once and expires in 24 hours.`,
      };
    },

    async copyLoginLink({ params, person, request }) {
      return { loginLink: await copyStaffLink(services, person, request.ip, params.id) };
    },

    async changeOwnNumber({ body: { phone: typed }, actor, request }) {
      const keptSession = sessions.idHashOf(request);
      return describeNumber(await changeOwnNumber(services, actor, { typed, keptSession }));
    },

    async sendNumberCode({ actor }) {
      const sentTo = await sendNumberCode(services, actor);
      return { ...describeNumber(sentTo), minutes: services.settings.linkMinutes };
    },

    async confirmNumber({ body: { code }, actor }) {
      return describeNumber(await confirmNumber(services, actor, code));
    },
  });

  /** Ignores values that the portal can't have set. Otherwise, two browsers with empty cookies would match. */
  function readBrowser(request: FastifyRequest): string | null {
    const browser = cookies.read(request, 'browser');
    return browser && /^[\w-]{43}$/.test(browser) ? browser : null;
  }

  function originOf(request: FastifyRequest) {
    const browser = readBrowser(request);
    return {
      ip: request.ip,
      userAgent: request.headers['user-agent'],
      browserHash: browser === null ? null : sha256(browser),
    };
  }

  function requesterOf(request: FastifyRequest, reply: FastifyReply) {
    const browser = readBrowser(request) ?? randomBytes(32).toString('base64url');
    cookies.write(reply, 'browser', browser, browserSeconds);
    return { ip: request.ip, browserHash: sha256(browser) };
  }

  async function enter(
    { person, redirectTo, session }: SignedIn,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    if (session) {
      await sessions.end(sessions.idHashOf(request));
      sessions.setCookie(reply, session);
      const timeZone = zoneAfterSignIn(person, String(request.headers['x-time-zone']), clock.now());
      if (!person.usesStaffLink) await saveTimeZone(services, person.id, { timeZone });
    }
    return { user: await describeUser(services, person), ...(redirectTo && { redirectTo }) };
  }
}

async function describeUser({ database }: Services, person: SessionPerson): Promise<User> {
  const user = {
    ...person,
    ...describeNumber(person),
    canEdit: canEdit(person),
    hasPasskeys: await hasPasskeys(database, person),
  };
  // Until a passkey is used, this may be someone else with access to the person's email, so hide the phone number.
  return person.passkeyStep ? { ...user, phone: null, phoneShown: null } : user;
}
