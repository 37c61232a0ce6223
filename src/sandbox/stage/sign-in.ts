import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StageContext } from '../context.ts';
import { describeChoice } from '../faults.ts';
import type { KnownPerson } from '../feed.ts';
import { html, type Markup, writePage } from '../html.ts';
import type { Message } from '../outbox.ts';
import { style } from './style.ts';

type Channel = 'email' | 'text';

/**
 * Does what a person would do: requests a login link, waits for the email or text, and opens the link. Streams the
 * page, so that the tab shows progress.
 */
export async function signIn(context: StageContext, request: FastifyRequest, reply: FastifyReply) {
  const { email = '', by } = (request.body ?? {}) as Record<string, string>;
  const person = context.people.find((one) => one.email === email);
  const channel: Channel = by === 'text' ? 'text' : 'email';
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
  if (!person) return reply.status(404).send(page('No one in the demo has this email address.'));

  const to = channel === 'text' ? person.phone : person.email;
  const portal = openPortalCalls(context, request);
  // Start listening before requesting the link, because the message may arrive before the response.
  const arrival = context.outbox.waitFor(
    (message) => message.to === to && message.links.some(isLoginLink),
    context.linkWaitMs,
  );
  const answer = await portal.requestLink(to);
  if (!answer) return reply.status(502).send(page('The portal isn’t responding.', tryAgain));
  if (!answer.ok) {
    const { message = '' } = (await answer.json().catch(() => ({}))) as { message?: string };
    return reply.status(429).send(page(`The portal didn’t send a link: ${message}`, limitAdvice));
  }
  // The portal recognizes the browser by this cookie. Cookies ignore ports, so the sandbox can set it for the portal.
  if (portal.isSameHost) reply.header('set-cookie', answer.headers.getSetCookie());
  context.feed.note(`${person.name} requested a login link by ${channel}`);
  return reply.send(Readable.from(followLink(context, { person, channel, arrival, portal })));
}

interface Request {
  person: KnownPerson;
  channel: Channel;
  arrival: Promise<Message | null>;
  portal: ReturnType<typeof openPortalCalls>;
}

async function* followLink(context: StageContext, request: Request): AsyncGenerator<string> {
  const { person, channel, arrival, portal } = request;
  yield beginPage(`Signing in as ${person.name}`);
  yield html`<p role="status">Waiting for the ${channel} with the login link…</p>`.text;
  const message = await arrival;
  const link = message?.links.find(isLoginLink);
  if (!link) {
    yield html`${whyNothingCame(context, channel)}<p><a class="button quiet" href="/inbox">Open the Inbox</a></p>`
      .text;
    return;
  }
  await portal.signOut();
  yield html`<p>It’s here. <a class="button" href="${link}" id="link">Open the Link</a></p><script>location.replace(document.getElementById('link').href)</script>`
    .text;
}

const isLoginLink = (link: string) => /^https?:\/\/[^/]+\/(verify\?token=|s\/)/.test(link);

function openPortalCalls({ portalUrl }: StageContext, { headers, hostname }: FastifyRequest) {
  const isSameHost = new URL(portalUrl).hostname === hostname.replace(/:\d+$/, '');
  const cookie = isSameHost && headers.cookie ? { cookie: headers.cookie } : {};
  const post = (path: string, body: object) =>
    fetch(portalUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: portalUrl, ...cookie },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
  return {
    isSameHost,
    requestLink: (email: string) => post('/api/auth/login', { email }),
    /** If someone else were still signed in, the portal would ask whether to sign them out. */
    async signOut(): Promise<void> {
      if (cookie.cookie?.includes('session=')) await post('/api/auth/logout', {});
    },
  };
}

function whyNothingCame(context: StageContext, channel: Channel): Markup {
  const vendor = channel === 'text' ? 'twilio' : 'mail';
  const faults = context.vendorFaults[vendor]
    .list()
    .filter(({ at }) => at > 0)
    .map((one) => `${describeChoice(one, one.at)}. ${one.effect}`);
  const first = html`<h2>No ${channel} arrived within ${context.linkWaitMs / 1000} seconds</h2>`;
  if (faults.length === 0) return html`${first}${waitAdvice}${limitAdvice}`;
  return html`${first}<p>These settings may be the reason:</p><ul>${faults.map((fault) => html`<li>${fault}</li>`)}</ul>
<p><a class="button" href="/vendors#${vendor}">Change These Settings</a></p>`;
}

const limitAdvice = html`<p>The portal sends each person at most five new links per 15 minutes, and resends a link up to three times per hour. These limits follow the portal’s clock, so <strong>skip an hour</strong> (or a day, if that isn’t enough) and try again.</p>`;
const waitAdvice = html`<p>If a vendor just failed, the portal waits up to 15 minutes before it tries again. The portal’s Problems page shows how long, and Retry on that page ends the wait.</p>`;
const tryAgain = html`<p>Check that <code>npm start</code> is still running, and try again.</p>`;

function page(title: string, more: Markup | null = null): string {
  return beginPage(title) + (more?.text ?? '') + html`<p><a href="/">Back to the demo</a></p>`.text;
}

const narrow = html`${style}main { max-width: 560px; margin: 64px auto; padding: 0 20px; } ul { list-style: disc; padding-left: 20px; }`;

function beginPage(title: string): string {
  return writePage(title, narrow, html`<main><h1>${title}</h1>`);
}
