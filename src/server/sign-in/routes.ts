import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signInCalls, type User } from '../../contract/sign-in.ts';
import { SHORT_LINK } from '../../course/pages.ts';
import { canEdit } from '../../course/roles.ts';
import type { Person } from '../database/schema.ts';
import type { Cookies } from '../http/cookies.ts';
import { type RouteContext, serve } from '../http/serve.ts';
import type { Sessions } from '../http/session.ts';
import { HOUR_SECONDS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { sha256 } from '../platform/tokens.ts';
import { verifyPath } from './links.ts';
import { requestLoginLink } from './request-login-link.ts';
import { spendToken } from './spend-token.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'> & {
  sessions: Sessions;
  cookies: Cookies;
};

/** How long a browser is remembered as the one that asked: a little longer than links live. */
const browserSeconds = HOUR_SECONDS;

export function serveSignIn(app: FastifyInstance, services: Deps, context: RouteContext): void {
  const { sessions, cookies } = services;

  // Spends nothing: whoever opens it, a scanner too, lands on the page that asks.
  app.get<{ Params: { token: string } }>(`${SHORT_LINK}:token`, ({ params }, reply) =>
    reply.header('cache-control', 'no-store').redirect(verifyPath(params.token)),
  );

  serve(
    app,
    signInCalls,
    {
      async sendLoginLink({ body, request, reply }) {
        const browser = readBrowser(request) ?? randomBytes(32).toString('base64url');
        cookies.write(reply, 'browser', browser, browserSeconds);
        await requestLoginLink(services, body.email, {
          ip: request.ip,
          browserHash: sha256(browser),
        });
        return { message: 'If we know you, a login link is on its way. It can take a minute.' };
      },

      async verifyLink({ body, person, request, reply }) {
        const attempt = {
          token: body.token,
          isConfirmed: body.confirmed === true,
          current: person,
        };
        const outcome = await spendToken(services, attempt, originOf(request));
        if ('confirmAs' in outcome) return outcome;
        if (outcome.session) await changeSession(request, reply, outcome.session);
        return {
          user: describeUser(outcome.person),
          ...(outcome.redirectTo && { redirectTo: outcome.redirectTo }),
        };
      },

      async logout({ request, reply }) {
        await sessions.end(request);
        sessions.clearCookie(reply);
        return { message: 'You are signed out.' };
      },

      async getUser({ person }) {
        return describeUser(person);
      },
    },
    context,
  );

  /** Anything but a value of ours counts as no cookie: an empty one would match its like. */
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

  async function changeSession(
    request: FastifyRequest,
    reply: FastifyReply,
    session: { id: string; expiresAt: Date },
  ) {
    await sessions.end(request);
    sessions.setCookie(reply, session);
  }
}

function describeUser(person: Person): User {
  return { ...person, canEdit: canEdit(person) };
}
