import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
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
import { openRegistrations, readForm } from './registrations.ts';
import { comingRetreats, retreatOn } from './retreat-days.ts';
import { openRegistrationStore, type Registration } from './store.ts';
import { createWebhookSender } from './webhook-sender.ts';

interface OfRegistration {
  Params: { reference: string };
  Querystring: { note?: string };
  Body: Record<string, string> | null;
}

const notes: Record<string, string> = {
  changed: 'Your registration has been changed.',
  cancelled: 'Your registration has been cancelled.',
};

/** The retreat site to which the portal links: people register here, and it posts webhooks to the portal. */
export function serveRetreats(context: SandboxContext) {
  const { app, directory, clock, portalUrl } = context;
  const store = openRegistrationStore(join(directory, 'retreats.jsonl'));
  const webhooks = createWebhookSender(context, store);
  const registrations = openRegistrations(context, store, webhooks);
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
    const errors = registrations.check(form);
    const wantsJson = headers.accept?.includes('application/json');
    if (Object.keys(errors).length > 0) {
      reply.status(422);
      if (wantsJson) return { faults: errors };
      return sendPage(reply, 'Register', formPage(retreatOn(retreat), form, errors));
    }
    const made = registrations.register(retreat, form);
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
    const others = registrations.canChange(found)
      ? offered().filter(({ id }) => id !== found.retreat)
      : [];
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
      if (!retreat || !isOffered(retreat) || !registrations.canChange(found))
        return notOffered(reply);
      registrations.move(found, retreat);
      return reply.redirect(`${addressOf(found)}?note=changed`, 303);
    },
  );

  app.post<OfRegistration>('/retreats/registrations/:reference/cancel', ({ params }, reply) => {
    const found = store.find(params.reference);
    if (!found) return noSuchRegistration(reply);
    if (!found.isCancelled && !registrations.canChange(found)) return notOffered(reply);
    if (!found.isCancelled) registrations.cancel(found);
    return reply.redirect(`${addressOf(found)}?note=cancelled`, 303);
  });

  return { stop: webhooks.close, settled: webhooks.settled, registrations: store.newestFirst };
}

export function addressOf({ reference }: Registration): string {
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
