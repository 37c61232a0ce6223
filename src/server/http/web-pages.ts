import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Settings } from '../settings.ts';
import { answerNotFound } from './errors.ts';
import { framedByUs } from './security-headers.ts';
import type { Sessions } from './session.ts';

const framed = 'privacy-policy.pdf';

interface Deps {
  /** The built web. Without one (a developer's Vite serves it) only the API answers. */
  directory: string;
  pages: readonly string[];
  site: Settings['site'];
  clock: Clock;
  sessions: Pick<Sessions, 'hasSessionCookie'>;
}

export function isWebBuilt(directory: string): boolean {
  return existsSync(join(directory, 'index.html'));
}

export function serveWeb(app: FastifyInstance, deps: Deps): void {
  const { directory, pages, site, clock, sessions } = deps;
  if (isWebBuilt(directory)) {
    app.register(staticFiles, {
      root: directory,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['index.html', '**/*.br', '**/*.gz', '**/.*'],
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(directory, 'assets/'));
        reply.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
        if (path === join(directory, framed)) reply.headers(framedByUs);
      },
    });
    const page = readFileSync(join(directory, 'index.html'), 'utf8');
    const [before = '', after = ''] = page.split('__SITE__');
    const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
      const ofNow = { now: clock.now(), hasSession: sessions.hasSessionCookie(request) };
      const facts = JSON.stringify({ ...site, ...ofNow }).replaceAll('<', '\\u003c');
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(before + facts + after);
    };
    for (const path of pages) app.get(path, sendPage);
    app.setNotFoundHandler((request, reply) => {
      reply.status(404);
      const isPage = ['GET', 'HEAD'].includes(request.method) && !isCall(request.url);
      return isPage ? sendPage(request, reply) : reply.send(answerNotFound());
    });
  } else {
    app.setNotFoundHandler((_request, reply) => reply.status(404).send(answerNotFound()));
  }
}

function isCall(url: string): boolean {
  return url === '/api' || url.startsWith('/api/') || url.startsWith('/api?');
}
