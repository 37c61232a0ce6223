import type { FastifyReply } from 'fastify';
import type { StageContext } from '../context.ts';
import type { Note } from '../feed.ts';
import { html, type Markup, writePage } from '../html.ts';
import { showClock, showDay, showHour } from '../pacific.ts';
import { noClassAhead } from '../time-travel.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { tourCard } from './tour.ts';

const tabs = [
  ['/', 'People'],
  ['/inbox', 'Inbox'],
  ['/phones', 'Phones'],
  ['/meetings', 'Meetings'],
  ['/retreat-site', 'Retreat site'],
  ['/vendors', 'Vendors'],
] as const;

/** What can be said after something was tried, by the name that the address carries. */
const sentences: Record<string, string> = {
  'no-class-ahead': noClassAhead,
  'time-unreadable': 'This time could not be read. The clock has not moved.',
  'host-is-busy': 'The host is in another meeting, and runs one at a time. End that one first.',
  'not-begun': 'They wait at the door: the host has not begun this meeting yet.',
  'nothing-to-send': 'Please type an answer. A phone that got no text has nobody to answer.',
  'portal-silent': 'The portal did not answer.',
};

interface Tab {
  /** The tab that it belongs to. */
  tab: string;
  title: string;
  body: Markup;
  said?: string | undefined;
}

export function sendTab(reply: FastifyReply, context: StageContext, tab: Tab): FastifyReply {
  const { feed, portalUrl } = context;
  const notes = feed.newestFirst();
  const content = html`<a class="skip button" href="#main">Skip to the page</a>
<header class="top"><a class="mark" href="/">${mark}Sandbox</a><a href="${portalUrl}" target="_blank">Open the portal<span class="hidden"> in another tab</span></a></header>
${clockBar(context, notes)}
<div class="frame">
  <nav id="tabs" aria-label="Sandbox"><ul>${tabs.map(
    ([path, name]) =>
      html`<li><a href="${path}"${path === tab.tab ? html` aria-current="page"` : null}>${name}</a></li>`,
  )}</ul></nav>
  <div id="columns">
    <main id="main" tabindex="-1">
      <h1>${tab.title}</h1>
      <div id="tour-place" data-live tabindex="-1">${tourCard(context, tab.tab)}</div>
      ${tab.body}
    </main>
    ${tab.tab === '/feed' ? null : html`<section id="feed-column" aria-labelledby="feed-title"><h2 id="feed-title">What just happened</h2>${feedList(notes)}</section>`}
  </div>
</div>
<script>${script}</script>`;
  const page = writePage(`${tab.title} · Sandbox`, style, content);
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);

  function clockBar({ time, clock }: StageContext, [latest]: Note[]): Markup {
    const { now, moved } = time.state();
    const sentence = sentences[tab.said ?? ''];
    return html`<section id="bar" aria-label="Clock"><div class="frame">
  <div><time id="now" datetime="${now}" data-version="${feed.version()}">${showClock(clock.now())} PT</time> <small id="moved" class="muted">${moved ? '(moved)' : ''}</small></div>
  <form id="steps" method="post" action="/stage/clock">
    <button name="to" value="hour" class="quiet" id="to-hour"><b>An hour on</b></button>
    <button name="to" value="day" class="quiet" id="to-day"><b>A day on</b></button>
    <button name="to" value="next-class" id="to-next-class"><span>To the </span><b>next class</b></button>
    <button name="to" value="end-of-term" class="quiet" id="to-end-of-term"><span>To the </span><b>end of term</b></button>
  </form>
  <div id="latest" data-live><a href="/feed">${latest ? latest.words : 'What just happened'}</a></div>
  ${clockOptions(context)}
</div><div id="said" class="frame" role="status" data-live="answer">${sentence ? html`<p>${sentence}</p>` : null}</div></section>`;
  }
}

function clockOptions({ time }: StageContext): Markup {
  return html`<details class="options" id="clock-options"><summary>Options<span class="hidden"> of the clock</span></summary><div>
    <label>Whose class <select name="of" form="steps" data-kept><option value="">Anybody’s</option>${time
      .registrants()
      .map(({ email, name }) => html`<option value="${email}">${name}</option>`)}</select></label>
    <label>Classes that pass <select name="attended" form="steps" data-kept><option value="yes">everybody joins</option><option value="no">only who has pressed Join is in</option></select></label>
    <form class="row" method="post" action="/stage/clock"><label>A time (UTC) <input name="now" type="datetime-local"></label>
      <button name="to" value="time" class="quiet" id="to-time">Move there</button> <button name="to" value="real" class="quiet" id="to-real">Back to real time</button></form>
  </div></details>`;
}

/** Newest first. */
export function feedList(notes: readonly Note[]): Markup {
  const items = notes.map(({ id, at, words, times, path, isRefusal }) => {
    const text = `${words}${times > 1 ? ` (${times} times)` : ''}`;
    const when = new Date(at);
    return html`<li data-key="${id}"${isRefusal ? html` class="refusal"` : null}>${
      path ? html`<a href="${path}">${text}</a>` : text
    }<small>${showDay(when)}, ${showHour(when)}</small></li>`;
  });
  const empty = html`<li data-key="none" class="muted">Nothing yet. Sign in as somebody, or move the clock.</li>`;
  return html`<ol class="feed" id="feed" aria-label="What just happened" aria-live="polite" tabindex="0" data-live="newest-first">${
    items.length > 0 ? items : empty
  }</ol>`;
}

const mark = html`<svg width="28" height="28" viewBox="0 0 48 48" fill="none" stroke-width="3.5" stroke-linecap="round" aria-hidden="true"><path d="M4.7 27.8a20.5 20.5 0 0 1 38.6 0" stroke="#a9cfe8"/><path d="M9.6 30.6a14.75 14.75 0 0 1 28.8 0" stroke="#5ba6d6"/><path d="M14.75 35a9.25 9.25 0 0 1 18.5 0M3 35h42" stroke="#1b76b4"/></svg>`;
