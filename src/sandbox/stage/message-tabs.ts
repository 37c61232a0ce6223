import type { StageContext } from '../context.ts';
import { html, type Markup } from '../html.ts';
import type { Message } from '../outbox.ts';
import { showTime } from '../pacific.ts';
import type { Phone } from '../twilio/phones.ts';

const mostListed = 50;

/** The list of all mails, and one of them as its reader sees it. */
export function inboxTab(
  { outbox, feed }: StageContext,
  id: number | null,
  isWhole: boolean,
): Markup {
  const mails = outbox.newestFirst().filter(({ channel }) => channel === 'email');
  const none = html`<li data-key="none" class="muted">No mail has come yet. Sign in as somebody, and their link arrives here.</li>`;
  const mail = mails.find((one) => one.id === id);
  const listed = isWhole ? mails : mails.slice(0, mostListed);
  return html`<div class="panes${mail ? ' one' : ''}">
<nav aria-label="Mails"><ul class="list" id="mails" data-live tabindex="0">${listed.map(
    (one) =>
      html`<li data-key="${one.id}"><a href="/inbox/${one.id}"${one.id === id ? html` aria-current="page"` : null}><strong>${one.subject}</strong><span class="muted"><small>${feed.nameOf(one.to)} · ${showTime(new Date(one.at))}</small></span></a></li>`,
  )}${mails.length > 0 ? null : none}</ul>${listed.length < mails.length ? html`<p><a href="/inbox?all">All ${mails.length} mails</a></p>` : null}</nav>
${mail ? mailCard(mail, feed.nameOf(mail.to)) : html`<p class="lead">Choose a mail to see it as it was mailed.</p>`}
</div>`;
}

/** Nothing of the mail runs, and its links open beside this page. */
function mailCard(
  { subject, to, at, html: source, text, headers, attachments }: Message,
  name: string,
): Markup {
  const page = (source ?? '').replace('<head>', '<head><base target="_blank">');
  return html`<article class="card" id="mail"><p class="back"><a href="/inbox">All mails</a></p><h2>${subject}</h2>
  <p class="muted"><small>To ${name === to ? to : `${name}, ${to}`}<br>From ${headers.from ?? ''}<br>${showTime(new Date(at))} PT</small></p>
  ${
    source &&
    html`<div class="row"><div class="row" role="group" aria-label="Width"><button type="button" class="quiet" data-mail-width="375" aria-pressed="true">Phone</button><button type="button" class="quiet" data-mail-width="700" aria-pressed="false">Desktop</button></div>
  <div class="row" role="group" aria-label="Colours"><button type="button" class="quiet" data-mail-dark="no" aria-pressed="true">Light</button><button type="button" class="quiet" data-mail-dark="yes" aria-pressed="false">Dark</button></div></div>
  <div class="mail-frame" tabindex="0" role="region" aria-label="The mail as it is read"><iframe title="${subject}" width="375" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${page.replaceAll('(prefers-color-scheme: dark)', 'not all')}"></iframe></div>
  <pre hidden id="mail-source">${page}</pre>`
  }
  ${attachments.length > 0 ? html`<p>Attached: ${attachments.map((file) => html`<a download="${file.name}" href="data:${file.type.replaceAll(' ', '')};charset=utf-8,${encodeURIComponent(file.content)}">${file.name}</a> `)}</p>` : null}
  <details${source ? null : html` open`}><summary>The words alone</summary><pre>${withLinks(text)}</pre></details>
</article>`;
}

function withLinks(text: string): Markup[] {
  return text
    .split(/(https?:\/\/[^\s<>"')]+)/)
    .map((part) =>
      /^https?:/.test(part) ? html`<a href="${part}" target="_blank">${part}</a>` : html`${part}`,
    );
}

/** The phones that got texts, and the conversation on one of them. */
export function phonesTab({ phones, feed }: StageContext, number: string | null): Markup {
  const all = phones.list();
  // One that got no text yet may get its first while it is looked at.
  const phone = number
    ? (all.find((one) => one.number === number) ?? { number, messages: [] })
    : null;
  const none = html`<li data-key="none" class="muted">No text has come yet. Sign in as somebody by text, and their phone shows up here.</li>`;
  return html`<div class="panes${phone ? ' one' : ''}">
<nav aria-label="Phones"><ul class="list" id="phones" data-live tabindex="0">${all.map(
    (one) =>
      html`<li data-key="${one.number}"><a href="${addressOf(one)}"${one.number === number ? html` aria-current="page"` : null}><strong>${feed.nameOf(one.number)}</strong><span class="muted"><small>${one.number} · ${one.messages.length === 1 ? '1 text' : `${one.messages.length} texts`}</small></span></a></li>`,
  )}${all.length > 0 ? null : none}</ul></nav>
${phone ? conversation(phone, feed.nameOf(phone.number)) : html`<p class="lead">Choose a phone to read and answer its texts.</p>`}
</div>`;
}

function addressOf({ number }: Phone): string {
  return `/phones/${encodeURIComponent(number)}`;
}

function conversation({ number, messages }: Phone, name: string): Markup {
  const action = `/stage/phones/${encodeURIComponent(number)}/replies`;
  return html`<section class="card" aria-label="Phone of ${name}"><p class="back"><a href="/phones">All phones</a></p><h2>${name}</h2>
  <ol id="texts" aria-label="Conversation" aria-live="polite" tabindex="0" data-live="newest-last">${messages.map(
    ({ isOwn, body, from, at }, index) =>
      html`<li data-key="${index}"${isOwn ? html` class="own"` : null}>${withLinks(body)}<small>${isOwn ? '' : `from ${from} · `}${showTime(new Date(at))} PT</small></li>`,
  )}</ol>
  <form class="row" method="post" action="${action}"><label>Answer <input name="body" autocomplete="off" required data-emptied></label><button>Send</button></form>
  <form class="row" method="post" action="${action}" aria-label="Words that carriers know">${[
    'STOP',
    'START',
    'HELP',
  ].map(
    (word) =>
      html`<button name="body" value="${word}" class="quiet" id="answer-${word}">${word}</button>`,
  )}</form>
</section>`;
}
