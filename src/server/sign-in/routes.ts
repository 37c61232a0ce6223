import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signInCalls, type User } from '../../contract/sign-in.ts';
import { canEdit } from '../../course/roles.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { type Cookies, hashOf } from '../http/cookies.ts';
import { type Front, serve } from '../http/serve.ts';
import type { Person, Sessions } from '../http/session.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Settings } from '../settings.ts';
import { askForLink, spendToken } from './commands.ts';

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  sessions: Sessions;
  cookies: Cookies;
  settings: Settings;
}

/** How long a browser is remembered as the one that asked: a little longer than links live. */
const browserSeconds = 60 * 60;

export function serveSignIn(app: FastifyInstance, parts: Parts, front: Front): void {
  const { sessions, cookies } = parts;
  serve(
    app,
    signInCalls,
    {
      async sendLoginLink({ body, request, reply }) {
        const browser = cookies.read(request, 'browser') ?? randomBytes(32).toString('base64url');
        cookies.write(reply, 'browser', browser, browserSeconds);
        await askForLink(parts, body.email, { address: request.ip, browserHash: hashOf(browser) });
        return { message: 'If we know you, a login link is on its way. It can take a minute.' };
      },

      async verifyLink({ body, person, request, reply }) {
        const attempt = {
          token: body.token,
          isConfirmed: body.confirmed === true,
          current: person,
        };
        const outcome = await spendToken(parts, attempt, originOf(request));
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
    front,
  );

  function originOf(request: FastifyRequest) {
    return { address: request.ip, browserHash: hashOf(cookies.read(request, 'browser') ?? '') };
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
