import type { StageContext } from '../context.ts';
import { html, type Markup } from '../html.ts';
import type { Message } from '../outbox.ts';
import { showTime } from '../pacific.ts';
import type { Phone } from '../twilio/phones.ts';

const mostListed = 50;

function listItem(path: string, isCurrent: boolean, title: string, detail: string): Markup {
  return html`<li data-key="${path}"><a href="${path}"${isCurrent ? html` aria-current="page"` : null}><strong>${title}</strong><span class="muted"><small>${detail}</small></span></a></li>`;
}

const noEmails = html`<li data-key="none" class="muted">No emails yet. Sign in as someone, and their login link will arrive here.</li>`;
const noTexts = html`<li data-key="none" class="muted">No texts yet. Sign in as someone by text, and their phone will show up here.</li>`;

export function inboxTab({ outbox, feed }: StageContext, id: number | null, listsAll: boolean) {
  const all = outbox.newestFirst().filter(({ channel }) => channel === 'email');
  const email = all.find((one) => one.id === id);
  const listed = listsAll ? all : all.slice(0, mostListed);
  const items = listed.map((one) => {
    const detail = `${feed.nameOf(one.to)} · ${showTime(new Date(one.at))}`;
    return listItem(`/inbox/${one.id}`, one === email, one.subject, detail);
  });
  return html`<div class="panes${email ? ' one' : ''}">
<nav aria-label="Emails"><ul class="list" id="mails" data-live tabindex="0">${all.length > 0 ? items : noEmails}</ul>${listed.length < all.length ? html`<p><a href="/inbox?all">All ${all.length} emails</a></p>` : null}</nav>
${email ? emailCard(email, feed.nameOf(email.to)) : html`<p class="lead">Pick an email to read it.</p>`}
</div>`;
}

/** Shows the email in a frame where scripts don't run and links open in a new tab. */
function emailCard(
  { subject, to, at, html: source, text, headers, attachments }: Message,
  name: string,
): Markup {
  const page = (source ?? '').replace('<head>', '<head><base target="_blank">');
  return html`<article class="card" id="mail"><p class="back"><a href="/inbox">All emails</a></p><h2>${subject}</h2>
  <p class="muted"><small>To ${name === to ? to : `${name}, ${to}`}<br>From ${headers.from ?? ''}<br>${showTime(new Date(at))}&nbsp;PT</small></p>
  ${
    source &&
    html`<div class="row"><div class="row" role="group" aria-label="Width"><button type="button" class="quiet" data-mail-width="375" aria-pressed="true">Phone</button><button type="button" class="quiet" data-mail-width="700" aria-pressed="false">Desktop</button></div>
  <div class="row" role="group" aria-label="Colors"><button type="button" class="quiet" data-mail-dark="no" aria-pressed="true">Light</button><button type="button" class="quiet" data-mail-dark="yes" aria-pressed="false">Dark</button></div></div>
  <div class="mail-frame" tabindex="0" role="region" aria-label="The email"><iframe title="${subject}" width="375" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${page.replaceAll('(prefers-color-scheme: dark)', 'not all')}"></iframe></div>
  <pre hidden id="mail-source">${page}</pre>`
  }
  ${attachments.length > 0 ? html`<p>Attachments: ${attachments.map((file) => html`<a download="${file.name}" href="data:${file.type.replaceAll(' ', '')};charset=utf-8,${encodeURIComponent(file.content)}">${file.name}</a> `)}</p>` : null}
  <details${source ? null : html` open`}><summary>Plain text</summary><pre>${withLinks(text)}</pre></details>
</article>`;
}

function withLinks(text: string): Markup[] {
  return text
    .split(/(https?:\/\/[^\s<>"')]+)/)
    .map((part) =>
      /^https?:/.test(part) ? html`<a href="${part}" target="_blank">${part}</a>` : html`${part}`,
    );
}

export function phonesTab({ phones, feed }: StageContext, number: string | null): Markup {
  const all = phones.list();
  const items = all.map((one) => {
    const count = one.messages.length === 1 ? '1 text' : `${one.messages.length} texts`;
    const path = `/phones/${encodeURIComponent(one.number)}`;
    const detail = `${one.number} · ${count}`;
    return listItem(path, one.number === number, feed.nameOf(one.number), detail);
  });
  // Phones without texts aren't in the list, but their pages still work.
  const messages = all.find((one) => one.number === number)?.messages ?? [];
  return html`<div class="panes${number ? ' one' : ''}">
<nav aria-label="Phones"><ul class="list" id="phones" data-live tabindex="0">${all.length > 0 ? items : noTexts}</ul></nav>
${number ? conversation({ number, messages }, feed.nameOf(number)) : html`<p class="lead">Pick a phone to read its texts and reply.</p>`}
</div>`;
}

function conversation({ number, messages }: Phone, name: string): Markup {
  const action = `/stage/phones/${encodeURIComponent(number)}/replies`;
  return html`<section class="card" aria-label="${name}’s phone"><p class="back"><a href="/phones">All phones</a></p><h2>${name}</h2>
  <ol id="texts" aria-label="Conversation" aria-live="polite" tabindex="0" data-live="newest-last">${messages.map(
    ({ direction, body, from, at }, index) =>
      html`<li data-key="${index}"${direction === 'inbound' ? html` class="own"` : null}>${withLinks(body)}<small>${direction === 'inbound' ? '' : `from ${from} · `}${showTime(new Date(at))}&nbsp;PT</small></li>`,
  )}</ol>
  <form class="row" method="post" action="${action}"><label>Reply <input name="body" autocomplete="off" required data-emptied></label><button>Send</button></form>
  <form class="row" method="post" action="${action}" aria-label="Carrier keywords">${['STOP', 'START', 'HELP'].map((word) => html`<button name="body" value="${word}" class="quiet" id="answer-${word}">${word}</button>`)}</form>
</section>`;
}
