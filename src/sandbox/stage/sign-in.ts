import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StageContext } from '../context.ts';
import type { KnownPerson } from '../feed.ts';
import { html, type Markup, writePage } from '../html.ts';
import type { Message } from '../outbox.ts';
import { inWords } from '../switches.ts';
import { style } from './style.ts';

type Channel = 'mail' | 'text';

/**
 * Signs in as a person would: asks the portal for a login link, waits for the mail or text that brings it, and follows it.
 * Sent piece by piece, so that the tab says what is waited for.
 */
export async function signIn(
  context: StageContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { email = '', by } = (request.body ?? {}) as Record<string, string>;
  const person = context.people.find((one) => one.email === email);
  const channel: Channel = by === 'text' ? 'text' : 'mail';
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
  if (!person) return reply.status(404).send(page('Nobody has this email in the demo.'));

  const to = channel === 'text' ? person.phone : person.email;
  const portal = openPortalCalls(context, request);
  // Listened for before it is asked for: it may come before the answer does.
  const arrival = context.outbox.waitFor((message) => isLinkFor(message, to), context.linkWaitMs);
  const answer = await portal.askForLink(to);
  if (!answer) return reply.status(502).send(page('The portal does not answer.', tryAgain));
  if (!answer.ok) {
    const { message = '' } = (await answer.json().catch(() => ({}))) as { message?: string };
    return reply.status(429).send(page(`The portal sends no link: ${message}`, limitAdvice));
  }
  // The browser that asks is remembered by a cookie. Cookies know no ports, so the portal's is good for this host.
  if (portal.isSameHost) reply.header('set-cookie', answer.headers.getSetCookie());
  context.feed.note(`${person.name} asked for a login link by ${channel}`);
  return reply.send(Readable.from(follow(context, { person, channel, arrival, portal })));
}

interface Asked {
  person: KnownPerson;
  channel: Channel;
  arrival: Promise<Message | null>;
  portal: ReturnType<typeof openPortalCalls>;
}

async function* follow(context: StageContext, asked: Asked): AsyncGenerator<string> {
  const { person, channel, arrival, portal } = asked;
  yield beginPage(`Signing in as ${person.name}`);
  yield html`<p role="status">The portal was asked for a login link. Waiting for the ${channel} that brings it.</p>`
    .text;
  const message = await arrival;
  const link = message?.links[0];
  if (!link) {
    yield html`${whyNothingCame(context, channel)}<p><a class="button quiet" href="/inbox">Look into the inbox</a></p>`
      .text;
    return;
  }
  await portal.signOut();
  yield html`<p>It has come. <a class="button" href="${link}" id="link">Open the link</a></p><script>location.replace(document.getElementById('link').href)</script>`
    .text;
}

function isLinkFor({ to, links, subject, text }: Message, wanted: string): boolean {
  const isLogin = subject === 'Your link to the course portal' || text.includes('sign in with');
  return to === wanted && isLogin && links.length > 0;
}

/** The calls that the browser would make on the login page, and with the cookies it would send. */
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
    askForLink: (email: string) => post('/api/auth/login', { email }),
    /** Otherwise the portal asks whether somebody else's session in this browser is to end. */
    async signOut(): Promise<void> {
      if (cookie.cookie?.includes('session=')) await post('/api/auth/logout', {});
    },
  };
}

function whyNothingCame(context: StageContext, channel: Channel): Markup {
  const vendor = channel === 'text' ? 'twilio' : 'mail';
  const faults = context.switches[vendor]
    .list()
    .filter(({ at }) => at > 0)
    .map((one) => `${inWords(one, one.at)}. ${one.effect}`);
  const first = html`<h2>No ${channel} has come in ${context.linkWaitMs / 1000} seconds</h2>`;
  if (faults.length === 0) return html`${first}${waitAdvice}${limitAdvice}`;
  const name = channel === 'text' ? 'Twilio' : 'the mail server';
  return html`${first}<p>That is how ${name} is set at the moment:</p><ul>${faults.map((words) => html`<li>${words}</li>`)}</ul>
<p><a class="button" href="/vendors#${vendor}">Change it under Vendors</a></p>`;
}

const limitAdvice = html`<p>The portal sends one person at most five new links in a quarter of an hour, and repeats one three times in an hour. These limits follow the portal’s clock: move it <strong>an hour on</strong> (a day, if that is not enough), and try again.</p>`;
const waitAdvice = html`<p>If a vendor was at fault until just now, the portal waits up to a quarter of an hour before it tries again. Its page Problems says until when, and Retry there ends the wait.</p>`;
const tryAgain = html`<p>Look whether <code>npm start</code> still runs, and try again.</p>`;

function page(title: string, more: Markup | null = null): string {
  return (
    beginPage(title) + (more?.text ?? '') + html`<p><a href="/">Back to the people</a></p>`.text
  );
}

const narrow = html`${style}main { max-width: 560px; margin: 64px auto; padding: 0 20px; } ul { list-style: disc; padding-left: 20px; }`;

function beginPage(title: string): string {
  return writePage(title, narrow, html`<main><h1>${title}</h1>`);
}
