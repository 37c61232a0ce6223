import type { FastifyReply } from 'fastify';
import type { StageContext } from '../context.ts';
import type { Note } from '../feed.ts';
import { html, type Markup, writePage } from '../html.ts';
import { showClock, showDay, showHour } from '../pacific.ts';
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

/** Messages that a page shows after a form is submitted. The URL parameter `said` names one of them. */
const sentences: Record<string, string> = {
  'no-class-ahead': 'There are no upcoming classes.',
  'invalid-time': 'That isn’t a valid time. Please enter a date and a time.',
  'host-is-busy': 'The host is running another meeting. End that one first.',
  'not-started': 'The host hasn’t started this meeting yet, so this person has to wait.',
  'nothing-to-send': 'Please type a reply. A phone can only reply after it gets a text.',
  'portal-silent': 'The portal didn’t respond. Check that npm start is still running.',
};

interface Tab {
  tab: string;
  title: string;
  intro?: Markup | null;
  body: Markup;
  said?: string | undefined;
}

export function sendTab(reply: FastifyReply, context: StageContext, tab: Tab): FastifyReply {
  const { feed, portalUrl } = context;
  const notes = feed.newestFirst();
  const content = html`<a class="skip button" href="#main">Skip to content</a>
<header class="top"><a class="mark" href="/">${mark}Portal Demo</a><a href="${portalUrl}" target="_blank">Open the portal<span class="hidden"> in a new tab</span></a></header>
${clockBar(context, notes)}
<div class="frame">
  <nav id="tabs" aria-label="Demo"><ul>${tabs.map(
    ([path, name]) =>
      html`<li><a href="${path}"${path === tab.tab ? html` aria-current="page"` : null}>${name}</a></li>`,
  )}</ul></nav>
  <div id="columns">
    <main id="main" tabindex="-1">
      <h1>${tab.title}</h1>
      ${tab.intro ?? null}
      <div id="tour-place" data-live tabindex="-1">${tourCard(context, tab.tab)}</div>
      ${tab.body}
    </main>
    ${tab.tab === '/feed' ? null : html`<section id="feed-column" aria-labelledby="feed-title"><h2 id="feed-title">What just happened</h2>${feedList(notes)}</section>`}
  </div>
</div>
<script>${script}</script>`;
  const page = writePage(`${tab.title} · Portal Demo`, style, content);
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);

  function clockBar({ time, clock }: StageContext, [latest]: Note[]): Markup {
    const { now, moved } = time.state();
    const sentence = sentences[tab.said ?? ''];
    return html`<section id="bar" aria-label="Clock"><div class="frame">
  <div><time id="now" datetime="${now}" data-version="${feed.version()}">${showClock(clock.now())}&nbsp;PT</time> <small id="moved" class="muted">${moved ? '(moved)' : ''}</small></div>
  <form id="steps" method="post" action="/stage/clock">
    <button name="to" value="hour" class="quiet" id="to-hour"><span>Skip </span><b>an Hour</b></button>
    <button name="to" value="day" class="quiet" id="to-day"><span>Skip </span><b>a Day</b></button>
    <button name="to" value="next-class" class="quiet" id="to-next-class"><span>Skip to </span><b>Next Class</b></button>
    <button name="to" value="end-of-term" class="quiet" id="to-end-of-term"><span>Skip to </span><b>End of Term</b></button>
  </form>
  <div id="latest" data-live><a href="/feed">${latest ? latest.text : 'What just happened'}</a></div>
  ${clockOptions(context)}
</div><div id="said" class="frame" role="status" data-live="answer">${sentence ? html`<p>${sentence}</p>` : null}</div></section>`;
  }
}

function clockOptions({ time }: StageContext): Markup {
  return html`<details class="options" id="clock-options"><summary>Options<span class="hidden"> for the clock</span></summary><div>
    <label>Whose class <select name="of" form="steps" data-kept><option value="">Anyone’s</option>${time
      .registrants()
      .map(({ email, name }) => html`<option value="${email}">${name}</option>`)}</select></label>
    <label>Who attends skipped classes <select name="attended" form="steps" data-kept><option value="yes">Everyone</option><option value="no">Only people who pressed Join</option></select></label>
    <form class="row" method="post" action="/stage/clock"><label>Go to a time (UTC) <input name="now" type="datetime-local"></label>
      <button name="to" value="time" class="quiet" id="to-time">Go</button> <button name="to" value="real" class="quiet" id="to-real">Back to Real Time</button></form>
  </div></details>`;
}

export function feedList(notes: readonly Note[]): Markup {
  const items = notes.map(({ id, at, text, times, path, isRefusal }) => {
    const label = `${text}${times > 1 ? ` (${times} times)` : ''}`;
    const when = new Date(at);
    return html`<li data-key="${id}"${isRefusal ? html` class="refusal"` : null}>${
      path ? html`<a href="${path}">${label}</a>` : label
    }<small>${showDay(when)}, ${showHour(when)}</small></li>`;
  });
  const empty = html`<li data-key="none" class="muted">Nothing yet. Sign in as someone, or skip ahead with the clock.</li>`;
  return html`<ol class="feed" id="feed" aria-label="What just happened" aria-live="polite" tabindex="0" data-live="newest-first">${
    items.length > 0 ? items : empty
  }</ol>`;
}

const mark = html`<svg width="28" height="28" viewBox="0 0 48 48" fill="none" stroke-width="3.5" stroke-linecap="round" aria-hidden="true"><path d="M4.7 27.8a20.5 20.5 0 0 1 38.6 0" stroke="#a9cfe8"/><path d="M9.6 30.6a14.75 14.75 0 0 1 28.8 0" stroke="#5ba6d6"/><path d="M14.75 35a9.25 9.25 0 0 1 18.5 0M3 35h42" stroke="#1b76b4"/></svg>`;
