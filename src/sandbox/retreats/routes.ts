import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { html } from '../html.ts';
import {
  confirmedPage,
  emptyForm,
  formPage,
  listPage,
  registrationPage,
  sendPage,
} from './pages.ts';
import {
  checkForm,
  openRegistrations,
  pageOf,
  type Registration,
  readForm,
} from './registrations.ts';
import { comingRetreats, retreatOn } from './retreat-days.ts';

interface OfRegistration {
  Params: { reference: string };
  Querystring: { note?: string };
  Body: Record<string, string> | null;
}

type Handler = (
  found: Registration,
  request: FastifyRequest<OfRegistration>,
  reply: FastifyReply,
) => FastifyReply;

const notes: Record<string, string> = {
  changed: 'We changed your registration.',
  canceled: 'We canceled your registration.',
};

export function serveRetreats(context: SandboxContext) {
  const { app, clock, portalUrl } = context;
  const registrations = openRegistrations(context);
  const offered = () => comingRetreats(clock.now());
  const isOffered = (retreat: string | undefined) => offered().some(({ id }) => id === retreat);

  app.get('/retreats', (_request, reply) =>
    sendPage(reply, 'One-day retreats', listPage(offered())),
  );

  app.get<{ Params: { retreat: string } }>('/retreats/:retreat', ({ params }, reply) => {
    if (!isOffered(params.retreat)) return notOffered(reply);
    return sendPage(reply, 'Register', formPage(retreatOn(params.retreat), emptyForm, {}));
  });

  app.get('/retreats/registrations', () =>
    registrations
      .newestFirst()
      .map((one) => ({ ...one, path: pageOf(one), day: retreatOn(one.retreat).day })),
  );

  app.post<OfRegistration>('/retreats/registrations', ({ body, headers }, reply) => {
    const { retreat = '' } = body ?? {};
    if (!isOffered(retreat)) return notOffered(reply);
    const form = readForm(body);
    const errors = checkForm(form);
    const wantsJson = headers.accept?.includes('application/json');
    if (Object.keys(errors).length > 0) {
      reply.status(422);
      if (wantsJson) return { faults: errors };
      return sendPage(reply, 'Register', formPage(retreatOn(retreat), form, errors));
    }
    const made = registrations.register(retreat, form);
    if (wantsJson) return reply.status(201).send(made);
    return reply.redirect(`${pageOf(made)}/confirmed`, 303);
  });

  const serve = (method: 'get' | 'post', path: string, handle: Handler) =>
    app[method]<OfRegistration>(`/retreats/registrations/:reference${path}`, (request, reply) => {
      const found = registrations.find(request.params.reference);
      return found ? handle(found, request, reply) : noSuchRegistration(reply);
    });

  serve('get', '/confirmed', (found, _request, reply) => {
    if (found.isCanceled) return reply.redirect(pageOf(found));
    return sendPage(reply, 'You’re registered', confirmedPage(found, portalUrl));
  });

  serve('get', '', (found, { query }, reply) => {
    const others = registrations.canChange(found)
      ? offered().filter(({ id }) => id !== found.retreat)
      : [];
    const note = notes[query.note ?? ''] ?? '';
    const body = registrationPage(found, { others, portalUrl, note });
    return sendPage(reply, 'Your registration', body);
  });

  serve('post', '/change', (found, { body }, reply) => {
    const { retreat } = body ?? {};
    if (!retreat || !isOffered(retreat) || !registrations.canChange(found))
      return notOffered(reply);
    registrations.move(found, retreat);
    return reply.redirect(`${pageOf(found)}?note=changed`, 303);
  });

  serve('post', '/cancel', (found, _request, reply) => {
    if (!found.isCanceled && !registrations.canChange(found)) return notOffered(reply);
    if (!found.isCanceled) registrations.cancel(found);
    return reply.redirect(`${pageOf(found)}?note=canceled`, 303);
  });

  return registrations;
}

const allRetreats = html`<p><a href="/retreats">All retreats</a></p>`;

function noSuchRegistration(reply: FastifyReply) {
  const body = html`<p>We couldn’t find a registration with this number. Please check it and try again.</p>${allRetreats}`;
  return sendPage(reply.status(404), 'Not found', body);
}

function notOffered(reply: FastifyReply) {
  const body = html`<p>You can no longer book or change this retreat, so we didn’t change anything. Please choose another date.</p>${allRetreats}`;
  return sendPage(reply.status(404), 'Not available', body);
}
