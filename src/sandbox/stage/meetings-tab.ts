import type { StageContext } from '../context.ts';
import { html, type Markup } from '../html.ts';
import { pacificDate, showDay, showHour } from '../pacific.ts';
import { currentInstance } from '../zoom/rooms.ts';
import { approvedIn, type Meeting, type Registrant } from '../zoom/store.ts';

const mostComing = 10;

/** Today's meetings first, then those that come next. */
export function meetingsTab({ zoom, clock, portalUrl }: StageContext): Markup {
  const today = pacificDate(clock.now());
  const dateOf = ({ start_time }: Meeting) => pacificDate(new Date(start_time));
  const all = zoom.store.all().toSorted((a, b) => (a.start_time < b.start_time ? -1 : 1));
  const ofToday = all.filter((meeting) => dateOf(meeting) === today || currentInstance(meeting));
  const coming = all.filter((meeting) => dateOf(meeting) > today).slice(0, mostComing);
  const list = (meetings: Meeting[], id: string, empty: string) =>
    html`<div class="cards" id="${id}" data-live>${
      meetings.length > 0 ? meetings.map(card) : html`<p class="muted" data-key="none">${empty}</p>`
    }</div>`;
  return html`<p class="lead">Zoom’s rooms. Join as anybody who has a place; the class’s page and the person’s schedule in <a href="${portalUrl}" target="_blank">the portal</a> show it. <a href="/zoom/join">Join by meeting ID and passcode</a></p>
<h2>Today</h2>${list(ofToday, 'today', 'No meeting today.')}
<h2>Coming</h2>${list(coming, 'coming', 'No meeting lies ahead.')}`;

  function card(meeting: Meeting): Markup {
    const { id, topic, start_time } = meeting;
    const start = new Date(start_time);
    const instance = currentInstance(meeting);
    const state = instance ? 'Running' : meeting.instances.length > 0 ? 'Over' : 'Not begun';
    const stays = instance?.stays.filter(({ leave_time }) => !leave_time) ?? [];
    const isWaited = stays.some(({ status }) => status === 'in_waiting_room');
    const act: Act = (name, label, tk = '') =>
      html`<button name="act" value="${name} ${tk}" class="quiet" id="${tk ? `door-${id}-${tk}` : `${name}-${id}`}">${label}</button>`;
    return html`<section class="card" data-key="${id}" aria-labelledby="meeting-${id}"><form method="post" action="/stage/meetings/${id}">
  <div class="row"><h3 id="meeting-${id}">${showDay(start)}, ${showHour(start)} PT</h3><span class="badge${instance ? ' good' : ''}">${state}</span></div>
  <p class="muted">${topic}</p>
  <p>${instance ? `In the room: ${new Intl.ListFormat('en').format(stays.map(({ name }) => name)) || 'nobody'}` : null}</p>
  <ul class="people">${approvedIn(meeting).map((one) => personRow(meeting, one, act))}</ul>
  <div class="row">${instance ? act('end', 'End the meeting') : act('start', 'Start as host')}${isWaited ? act('admit', 'Admit all') : null}<a href="/zoom/s/${id}">The host’s view</a></div>
</form></section>`;
  }
}

type Act = (name: string, label: string | Markup, tk?: string) => Markup;

function personRow(meeting: Meeting, registrant: Registrant, act: Act): Markup {
  const { id, tk, first_name, last_name } = registrant;
  const name = `${first_name} ${last_name}`.trim();
  const ofPerson = (meeting.instances.at(-1)?.stays ?? []).filter(
    (one) => one.registrant_id === id,
  );
  const open = currentInstance(meeting) && ofPerson.find(({ leave_time }) => !leave_time);
  const where = open
    ? open.status === 'in_meeting'
      ? html`<span class="badge good">In the room</span>`
      : html`<span class="badge warn">Waits to be let in</span>`
    : ofPerson.length > 0
      ? html`<span class="badge">Was here</span>`
      : null;
  const as = html`<span class="hidden"> as ${name}</span>`;
  return html`<li><span>${name} ${where}</span>${
    open ? act('leave', html`Leave${as}`, tk) : act('join', html`Join${as}`, tk)
  }</li>`;
}
