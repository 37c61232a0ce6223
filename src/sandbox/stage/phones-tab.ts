import { html, type Markup } from '../html.ts';
import { showTime } from '../pacific.ts';
import type { Phone } from '../twilio/phones.ts';
import type { StageContext } from './context.ts';
import { withLinks } from './inbox-tab.ts';

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
