import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StageContext, VendorId } from '../context.ts';
import type { Markup } from '../html.ts';
import { guestOf } from '../zoom/rooms.ts';
import type { Meeting } from '../zoom/store.ts';
import { feedList, sendTab } from './layout.ts';
import { inboxTab, phonesTab } from './message-tabs.ts';
import { peopleTab, welcome } from './people-tab.ts';
import { signIn } from './sign-in.ts';
import { tourMoves } from './tour.ts';
import { meetingsTab, retreatsTab, vendorsTab } from './vendor-tabs.ts';

type Form = Record<string, string>;
interface Post {
  Params: Form;
  Body: Form | null;
}

const fonts = {
  newsreader: '@fontsource/newsreader/files/newsreader-latin-500-normal.woff2',
  figtree: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
};

export function serveStage(context: StageContext): void {
  const { app } = context;
  servePages(context);

  for (const [name, file] of Object.entries(fonts)) {
    const font = readFileSync(createRequire(import.meta.url).resolve(file));
    app.get(`/${name}.woff2`, (_request, reply) =>
      reply.type('font/woff2').header('cache-control', 'max-age=86400').send(font),
    );
  }

  // Make open pages refresh, because any request that changes something may change what they show.
  app.addHook('onResponse', async ({ method }) => {
    if (method !== 'GET') context.feed.touch();
  });

  app.get('/stage/state', () => ({ ...context.time.state(), version: context.feed.version() }));

  app.post<Post>('/stage/clock', (request, reply) =>
    goBack(request, reply, moveClock(context, request.body ?? {})),
  );

  app.post<Post>('/stage/tour', (request, reply) => {
    const move = tourMoves.find((one) => one === request.body?.move);
    if (move) context.tour.move(move);
    return goBack(request, reply);
  });

  app.post('/stage/sign-in', (request, reply) => signIn(context, request, reply));

  app.post<Post>('/stage/phones/:number/replies', async (request, reply) => {
    const { number = '' } = request.params;
    const { body = '', to } = request.body ?? {};
    const outcome = await context.phones.sendReply(number, body, to);
    return goBack(request, reply, outcome === 'received' ? undefined : outcome);
  });

  app.post<Post>('/stage/meetings/:id', (request, reply) => {
    const meeting = context.zoom.store.find(request.params.id ?? '');
    const [act = '', tk = ''] = (request.body?.act ?? '').split(' ');
    return goBack(request, reply, meeting && actInMeeting(context, meeting, act, tk));
  });

  app.post<Post>('/stage/vendors/:name', (request, reply) => {
    const vendor = context.vendorFaults[request.params.name as VendorId];
    const { field, choice = '0' } = request.body ?? {};
    const change = field ? vendor?.choose(field, Number(choice)) : vendor?.reset();
    if (change) context.feed.note(change, { path: '/vendors' });
    return goBack(request, reply);
  });
}

function servePages(context: StageContext): void {
  const { app } = context;
  type Page = { Params: Form; Querystring: Form };
  const serve = (
    path: string,
    tab: string,
    title: string,
    body: (request: FastifyRequest<Page>) => Markup,
    intro: Markup | null = null,
  ) =>
    app.get<Page>(path, (request, reply) => {
      const { said } = request.query;
      return sendTab(reply, context, { tab, title, intro, body: body(request), said });
    });

  serve('/', '/', 'Try the course portal', () => peopleTab(context), welcome);
  serve('/inbox', '/inbox', 'Inbox', ({ query }) => inboxTab(context, null, 'all' in query));
  serve('/inbox/:id', '/inbox', 'Inbox', ({ params }) =>
    inboxTab(context, Number(params.id), false),
  );
  serve('/phones', '/phones', 'Phones', () => phonesTab(context, null));
  serve('/phones/:number', '/phones', 'Phones', ({ params }) =>
    phonesTab(context, params.number ?? null),
  );
  serve('/meetings', '/meetings', 'Meetings', () => meetingsTab(context));
  serve('/retreat-site', '/retreat-site', 'Retreat site', () => retreatsTab(context));
  serve('/vendors', '/vendors', 'Vendors', () => vendorsTab(context));
  serve('/feed', '/feed', 'What just happened', () => feedList(context.feed.newestFirst()));
}

/** Redirects to the page that the form was on. `said` names the message to show there. */
function goBack(request: FastifyRequest, reply: FastifyReply, said?: string): FastifyReply {
  const from = URL.parse(request.headers.referer ?? '');
  const query = new URLSearchParams(from?.search);
  query.delete('said');
  if (said) query.set('said', said);
  const path = from?.host === request.host ? from.pathname : '/';
  return reply.redirect(query.size > 0 ? `${path}?${query}` : path, 303);
}

function moveClock({ time }: StageContext, { to, of, attended, now = '' }: Form) {
  if (to === 'real') return void time.moveTo(null);
  if (to === 'time') {
    const instant = new Date(`${now}Z`);
    if (Number.isNaN(instant.getTime())) return 'invalid-time';
    return void time.moveTo(instant);
  }
  const hasMoved = time.travel({ to, of: of || undefined, attended: attended !== 'no' });
  return hasMoved ? undefined : 'no-class-ahead';
}

function actInMeeting({ zoom }: StageContext, meeting: Meeting, act: string, tk: string) {
  const { rooms, acts } = zoom;
  const registrant = meeting.registrants.find((one) => one.tk === tk);
  const guest = registrant && guestOf(registrant);
  if (act === 'start') {
    if (rooms.findOtherOfHost(meeting)) return 'host-is-busy';
    acts.start(meeting);
  }
  if (act === 'end') acts.end(meeting);
  if (act === 'admit') rooms.admit(meeting);
  if (act === 'join' && guest && acts.enter(meeting, guest) === 'not-started') return 'not-started';
  if (act === 'leave' && guest) acts.leave(meeting, guest);
  return undefined;
}
