import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SandboxClock } from '../clock.ts';
import { html } from '../html.ts';
import { openDesk, readForm } from './desk.ts';
import { sendPage } from './layout.ts';
import { confirmedPage, emptyForm, formPage, listPage, registrationPage } from './pages.ts';
import { comingRetreats, retreatOn } from './programme.ts';
import { openRegistrationStore, type Registration } from './store.ts';
import { openTeller } from './webhooks.ts';

interface Options {
  directory: string;
  clock: SandboxClock;
  portalUrl: string;
}

interface OfRegistration {
  Params: { reference: string };
  Querystring: { note?: string };
  Body: Record<string, string> | null;
}

const notes: Record<string, string> = {
  changed: 'Your registration has been changed.',
  cancelled: 'Your registration has been cancelled.',
};

/** A retreat site such as the portal sends people to: they register there, and it tells the portal. */
export function serveRetreats(app: FastifyInstance, { directory, clock, portalUrl }: Options) {
  const store = openRegistrationStore(join(directory, 'retreats.jsonl'));
  const teller = openTeller({ portalUrl, clock, store });
  const desk = openDesk({ store, clock, teller });
  const offered = () => comingRetreats(clock.now());
  const isOffered = (retreat: string | undefined) => offered().some(({ id }) => id === retreat);

  app.get('/retreats', (_request, reply) =>
    sendPage(reply, 'One-day retreats', listPage(offered())),
  );

  app.get<{ Querystring: { reference?: string } }>('/retreats/find', ({ query }, reply) => {
    const found = store.find(query.reference ?? '');
    return found ? reply.redirect(addressOf(found)) : noSuchRegistration(reply);
  });

  app.get<{ Params: { retreat: string } }>('/retreats/:retreat', ({ params }, reply) => {
    if (!isOffered(params.retreat)) return notOffered(reply);
    return sendPage(reply, 'Register', formPage(retreatOn(params.retreat), emptyForm, {}));
  });

  app.get('/retreats/registrations', () =>
    store
      .newestFirst()
      .map((one) => ({ ...one, path: addressOf(one), day: retreatOn(one.retreat).day })),
  );

  app.post<OfRegistration>('/retreats/registrations', ({ body, headers }, reply) => {
    const { retreat = '' } = body ?? {};
    if (!isOffered(retreat)) return notOffered(reply);
    const form = readForm(body);
    const faults = desk.check(form);
    const wantsJson = headers.accept?.includes('application/json');
    if (Object.keys(faults).length > 0) {
      reply.status(422);
      if (wantsJson) return { faults };
      return sendPage(reply, 'Register', formPage(retreatOn(retreat), form, faults));
    }
    const made = desk.register(retreat, form);
    if (wantsJson) return reply.status(201).send(made);
    return reply.redirect(`${addressOf(made)}/confirmed`, 303);
  });

  app.get<OfRegistration>('/retreats/registrations/:reference/confirmed', ({ params }, reply) => {
    const found = store.find(params.reference);
    if (!found) return noSuchRegistration(reply);
    if (found.isCancelled) return reply.redirect(addressOf(found));
    return sendPage(reply, 'You are registered', confirmedPage(found, portalUrl));
  });

  app.get<OfRegistration>('/retreats/registrations/:reference', ({ params, query }, reply) => {
    const found = store.find(params.reference);
    if (!found) return noSuchRegistration(reply);
    const others = desk.canChange(found) ? offered().filter(({ id }) => id !== found.retreat) : [];
    const note = notes[query.note ?? ''] ?? '';
    return sendPage(
      reply,
      'Your registration',
      registrationPage(found, { others, portalUrl, note }),
    );
  });

  app.post<OfRegistration>(
    '/retreats/registrations/:reference/change',
    ({ params, body }, reply) => {
      const found = store.find(params.reference);
      const { retreat } = body ?? {};
      if (!found) return noSuchRegistration(reply);
      if (!retreat || !isOffered(retreat) || !desk.canChange(found)) return notOffered(reply);
      desk.move(found, retreat);
      return reply.redirect(`${addressOf(found)}?note=changed`, 303);
    },
  );

  app.post<OfRegistration>('/retreats/registrations/:reference/cancel', ({ params }, reply) => {
    const found = store.find(params.reference);
    if (!found) return noSuchRegistration(reply);
    if (!found.isCancelled && !desk.canChange(found)) return notOffered(reply);
    if (!found.isCancelled) desk.cancel(found);
    return reply.redirect(`${addressOf(found)}?note=cancelled`, 303);
  });

  return { stop: teller.close, settled: teller.settled };
}

function addressOf({ reference }: Registration): string {
  return `/retreats/registrations/${reference}`;
}

function noSuchRegistration(reply: FastifyReply) {
  const words = html`<p>We have no registration with this number. Please check how it is written.</p>
<p><a href="/retreats">All retreats</a></p>`;
  return sendPage(reply.status(404), 'Not found', words);
}

function notOffered(reply: FastifyReply) {
  const words = html`<p>This retreat can no longer be booked or changed. Nothing has been changed.</p>
<p><a href="/retreats">All retreats</a></p>`;
  return sendPage(reply.status(404), 'Not available', words);
}
