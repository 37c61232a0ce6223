import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../contract/accounts.ts';
import { type PageAnswers, pageCalls, USER_CALL } from '../../contract/page-calls.ts';
import { PAGES, type Page } from '../../course/pages.ts';
import { isStaff } from '../../course/roles.ts';
import type { Clock } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { answerNotFound } from './errors.ts';
import type { Overload } from './overload.ts';
import type { PageAnswersOf } from './page-answers.ts';
import { framedByUs } from './security-headers.ts';
import type { Sessions } from './session.ts';

const framed = 'privacy-policy.pdf';

interface Deps {
  /** In development, this directory may be missing, because Vite serves the pages. */
  directory: string;
  answersFor: PageAnswersOf;
  site: Services['settings']['site'];
  clock: Clock;
  sessions: Pick<Sessions, 'hasSessionCookie'>;
  overload: Overload;
}

type RenderPage = (address: string, facts: object, answers: unknown) => Promise<string>;

/**
 * The server renders the pages in these two lists, because students, alumni and visitors often open them on slow
 * phones.
 */
const forMembers: readonly string[] = [PAGES.onboarding, PAGES.schedule, PAGES.classes];
const forAll: readonly string[] = [
  ...[PAGES.home, PAGES.login, PAGES.privacyPolicy],
  ...[PAGES.textOptin, PAGES.yourSchedule, PAGES.help],
];

const isForAll = (path: string) => forAll.includes(path);

const userIn = ({ given }: PageAnswers) =>
  given.find(([call]) => call === USER_CALL.call)?.[2] as User | null | undefined;

/** Returns false for staff: the browser renders their pages, because the staff navigation bar is loaded later. */
function isForMember(path: string, answers: PageAnswers): boolean {
  const user = userIn(answers);
  return Boolean(user && !isStaff(user.role)) && (isForAll(path) || forMembers.includes(path));
}

const keptOffline: readonly string[] = [PAGES.schedule, PAGES.classes];

/**
 * Returns the page that the service worker should keep for offline use, 'none' if it should delete its copy, or
 * undefined if it should do neither. Staff sessions, and sessions started with a link that staff copied, never keep a
 * page.
 */
function offlineCopy(asked: Page | undefined, path: string, answers: PageAnswers) {
  const user = userIn(answers);
  if (!user || isStaff(user.role) || user.usesStaffLink) return 'none';
  if (!keptOffline.includes(path)) return asked === PAGES.schedule ? 'none' : undefined;
  const visit = { schedule: [], week: null, now: new Date(answers.askedAt) };
  const isGiven = (name: string) => answers.given.some(([call]) => call === name);
  return pageCalls(path as Page, visit).every(({ call }) => isGiven(call)) ? path : undefined;
}

export function isWebBuilt(directory: string): boolean {
  return existsSync(join(directory, 'index.html'));
}

export function serveWeb(app: FastifyInstance, deps: Deps): void {
  const { directory, answersFor, site, clock, sessions, overload } = deps;
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
    const renderer = pathToFileURL(join(directory, '.server/render.js')).href;

    async function render(address: string, facts: object, answers: PageAnswers | null) {
      const leave = overload.enter();
      if (!leave) return undefined;
      try {
        const { renderPage }: { renderPage: RenderPage } = await import(renderer);
        return await renderPage(address, facts, answers);
      } catch (error) {
        app.log.warn({ err: error }, 'a page could not be rendered');
        return undefined;
      } finally {
        leave();
      }
    }

    const sendPage = async (request: FastifyRequest, reply: FastifyReply, page?: Page) => {
      const hasSession = sessions.hasSessionCookie(request);
      const json = await answersFor(request, reply, page);
      const answers: PageAnswers | null = JSON.parse(json ?? 'null');
      const facts = { ...site, now: clock.now().toISOString(), hasSession };
      const path = answers?.goTo ?? page ?? '';
      const isRendered = answers ? isForMember(path, answers) : !hasSession && isForAll(path);
      const address = answers?.goTo ?? request.url;
      const html = isRendered ? await render(address, facts, answers) : undefined;
      const copy = answers ? offlineCopy(page, path, answers) : hasSession ? undefined : 'none';
      if (copy) reply.header('x-offline-copy', copy);
      const rendered = html === undefined ? undefined : { path, html };
      const data = { facts: JSON.stringify(facts), answers: json ?? 'null' };
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(writePage(data, request.cookies.theme, rendered));
    };
    for (const path of Object.values(PAGES))
      app.get(path, (request, reply) => sendPage(request, reply, path));
    app.setNotFoundHandler((request, reply) => {
      reply.status(404);
      const isPage = ['GET', 'HEAD'].includes(request.method) && !isCall(request.url);
      return isPage ? sendPage(request, reply) : reply.send(answerNotFound());
    });
  } else {
    app.setNotFoundHandler((_request, reply) => reply.status(404).send(answerNotFound()));
  }
}

/**
 * Splits index.html where we insert data. The part between the last two matches is the loading state, which
 * server-rendered HTML replaces.
 */
const gaps = /"__SITE__"|"__ANSWERS__"|<div id="root">|<!-- end of root -->/;

function readPage(directory: string) {
  const html = readFileSync(join(directory, 'index.html'), 'utf8');
  const [first = '', second = '', third = '', loading = '', rest = ''] = html.split(gaps);
  type Data = { facts: string; answers: string };
  return (data: Data, theme?: string, rendered?: { path: string; html: string }) => {
    const isChosen = theme === 'light' || theme === 'dark';
    const start = isChosen ? first.replace('<html', `<html data-theme="${theme}"`) : first;
    const path = rendered ? ` data-path="${rendered.path}"` : '';
    const root = `<div id="root"${path}>${rendered?.html ?? loading}`;
    return `${start}${asData(data.facts)}${second}${asData(data.answers)}${third}${root}${rest}`;
  };
}

function asData(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

function isCall(url: string): boolean {
  return url === '/api' || url.startsWith('/api/') || url.startsWith('/api?');
}
