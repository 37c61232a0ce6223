import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from '../../course/pages.ts';
import type { Clock } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { answerNotFound } from './errors.ts';
import type { PageAnswersOf } from './page-answers.ts';
import { framedByUs } from './security-headers.ts';
import type { Sessions } from './session.ts';

const framed = 'privacy-policy.pdf';

interface Deps {
  /** In development, Vite serves the pages and this directory may be missing. */
  directory: string;
  pages: readonly Page[];
  answersFor: PageAnswersOf;
  site: Services['settings']['site'];
  clock: Clock;
  sessions: Pick<Sessions, 'hasSessionCookie'>;
}

export function isWebBuilt(directory: string): boolean {
  return existsSync(join(directory, 'index.html'));
}

export function serveWeb(app: FastifyInstance, deps: Deps): void {
  const { directory, pages, answersFor, site, clock, sessions } = deps;
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
    const writePage = readPage(directory);
    const sendPage = async (request: FastifyRequest, reply: FastifyReply, page?: Page) => {
      const hasSession = sessions.hasSessionCookie(request);
      const answers = await answersFor(request, reply, page);
      const facts = { ...site, now: clock.now(), hasSession };
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(writePage(JSON.stringify(facts), answers ?? 'null'));
    };
    for (const path of pages) app.get(path, (request, reply) => sendPage(request, reply, path));
    app.setNotFoundHandler((request, reply) => {
      reply.status(404);
      const isPage = ['GET', 'HEAD'].includes(request.method) && !isCall(request.url);
      return isPage ? sendPage(request, reply) : reply.send(answerNotFound());
    });
  } else {
    app.setNotFoundHandler((_request, reply) => reply.status(404).send(answerNotFound()));
  }
}

/** Placeholders that we replace in index.html. */
const gaps = /"__SITE__"|"__ANSWERS__"/;

function readPage(directory: string) {
  const html = readFileSync(join(directory, 'index.html'), 'utf8');
  const [first = '', second = '', rest = ''] = html.split(gaps);
  return (facts: string, answers: string) =>
    `${first}${asData(facts)}${second}${asData(answers)}${rest}`;
}

/** Escapes JSON so that it can’t close its script element. */
function asData(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

function isCall(url: string): boolean {
  return url === '/api' || url.startsWith('/api/') || url.startsWith('/api?');
}
