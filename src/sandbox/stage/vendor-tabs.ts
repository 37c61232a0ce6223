import type { StageContext } from '../context.ts';
import { isToggle, type VendorFaults } from '../faults.ts';
import { html, type Markup } from '../html.ts';
import { pacificDate, showDay, showHour } from '../pacific.ts';
import { pageOf } from '../retreats/registrations.ts';
import { retreatOn } from '../retreats/retreat-days.ts';
import { currentInstance, guestOf } from '../zoom/rooms.ts';
import type { Meeting, Registrant } from '../zoom/store.ts';

const mostUpcoming = 10;

export function meetingsTab({ zoom, clock, portalUrl }: StageContext): Markup {
  const today = pacificDate(clock.now());
  const dateOf = ({ start_time }: Meeting) => pacificDate(new Date(start_time));
  const all = zoom.store.all().toSorted((a, b) => (a.start_time < b.start_time ? -1 : 1));
  const current = all.filter((meeting) => dateOf(meeting) === today || currentInstance(meeting));
  const upcoming = all.filter((meeting) => dateOf(meeting) > today).slice(0, mostUpcoming);
  const list = (meetings: Meeting[], id: string, empty: string) =>
    html`<div class="cards" id="${id}" data-live>${
      meetings.length > 0
        ? meetings.map(meetingCard)
        : html`<p class="muted" data-key="none">${empty}</p>`
    }</div>`;
  return html`<p class="lead">These are the simulated Zoom meetings. Join as anyone who is registered, and their attendance will show up on the class page and on their schedule in <a href="${portalUrl}" target="_blank">the portal</a>. You can also <a href="/zoom/join">join with a meeting ID and passcode</a>.</p>
<h2>Today</h2>${list(current, 'today', 'No meetings today.')}
<h2>Upcoming</h2>${list(upcoming, 'coming', 'No upcoming meetings.')}`;
}

type Act = (name: string, label: string | Markup, tk?: string) => Markup;

function meetingCard(meeting: Meeting): Markup {
  const { id, topic, start_time } = meeting;
  const start = new Date(start_time);
  const instance = currentInstance(meeting);
  const state = instance ? 'Running' : meeting.instances.length > 0 ? 'Ended' : 'Not started';
  const stays = instance?.stays.filter(({ leave_time }) => !leave_time) ?? [];
  const names = new Intl.ListFormat('en').format(stays.map(({ name }) => name));
  const isWaitedFor = stays.some(({ status }) => status === 'in_waiting_room');
  const act: Act = (name, label, tk = '') =>
    html`<button name="act" value="${name} ${tk}" class="quiet" id="${tk ? `door-${id}-${tk}` : `${name}-${id}`}">${label}</button>`;
  return html`<section class="card" data-key="${id}" aria-labelledby="meeting-${id}"><form method="post" action="/stage/meetings/${id}">
  <div class="row"><h3 id="meeting-${id}">${showDay(start)}, ${showHour(start)}&nbsp;PT</h3><span class="badge${instance ? ' good' : ''}">${state}</span></div>
  <p class="muted">${topic}</p>
  <p>${instance ? `In the meeting: ${names || 'no one'}` : null}</p>
  <ul class="people">${meeting.registrants.map((one) => personRow(meeting, one, act))}</ul>
  <div class="row">${instance ? act('end', 'End Meeting') : act('start', 'Start as Host')}${isWaitedFor ? act('admit', 'Admit All') : null}<a href="/zoom/s/${id}">Host’s view</a></div>
</form></section>`;
}

function personRow(meeting: Meeting, registrant: Registrant, act: Act): Markup {
  const { id, tk } = registrant;
  const { name } = guestOf(registrant);
  const stays = meeting.instances.at(-1)?.stays.filter((one) => one.registrant_id === id) ?? [];
  const open = currentInstance(meeting) && stays.find(({ leave_time }) => !leave_time);
  const badge = open
    ? open.status === 'in_meeting'
      ? html`<span class="badge good">In the meeting</span>`
      : html`<span class="badge warn">Waiting</span>`
    : stays.length > 0
      ? html`<span class="badge">Attended</span>`
      : null;
  const as = html`<span class="hidden"> as ${name}</span>`;
  return html`<li><span>${name} ${badge}</span>${
    open ? act('leave', html`Leave${as}`, tk) : act('join', html`Join${as}`, tk)
  }</li>`;
}

export function retreatsTab({ retreatRegistrations }: StageContext): Markup {
  const cards = retreatRegistrations().map((one) => {
    const { reference, name, email, retreat, toPay, isCanceled } = one;
    const cost = toPay === 0 ? 'Free with the code' : `$${toPay} at the door`;
    return html`<li class="card" data-key="${reference}"><div class="row"><h3>${name}</h3>${isCanceled ? html`<span class="badge warn">Canceled</span>` : null}</div>
  <p>${retreatOn(retreat).day}</p><p class="muted"><small>${email} · ${cost}</small></p><p><a href="${pageOf(one)}" target="_blank">${reference}<span class="hidden">, in a new tab</span></a></p></li>`;
  });
  const none = html`<li class="muted" data-key="none">No one has registered yet.</li>`;
  return html`<p class="lead">This is a separate website that the portal links to. It reports every registration, change and cancellation to the portal. The code FIRSTRETREAT makes the first retreat free.</p>
<p><a class="button" href="/retreats" target="_blank">Open the Retreat Site</a></p>
<h2>Registrations</h2><ul class="cards" id="retreat-registrations" data-live>${cards.length > 0 ? cards : none}</ul>`;
}

export function vendorsTab({ vendorFaults }: StageContext): Markup {
  return html`<p class="lead">Make Zoom, Twilio or the email server fail the way real ones do. Changes take effect with the next call. To see how the portal copes, watch the feed and open Problems in the portal.</p>
${Object.entries(vendorFaults).map(([id, vendor]) => faultsCard(id, vendor))}`;
}

type Listed = Pick<VendorFaults, 'name' | 'list'>;

function faultsCard(id: string, { name, list }: Listed): Markup {
  const faults = list();
  const changed = faults.filter(({ at }) => at > 0).length;
  return html`<section class="card" id="${id}" aria-labelledby="${id}-title">
  <div class="row" id="${id}-head" data-live><h2 id="${id}-title" data-key="title">${name}</h2><span data-key="state" class="badge${changed > 0 ? ' warn' : ''}">${changed > 0 ? `${changed} changed` : 'Normal'}</span></div>
  <div class="switches" id="${id}-switches" data-live>${faults.map((fault) => faultControl(id, fault))}</div>
  <form method="post" action="/stage/vendors/${id}"><button name="field" value="" class="quiet" id="${id}-usual">Reset ${name}</button></form>
</section>`;
}

function faultControl(vendor: string, fault: ReturnType<Listed['list']>[number]): Markup {
  const { field, label, effect, choices, at } = fault;
  const id = `${vendor}-${field}`;
  const input = isToggle(fault)
    ? html`<label class="switch"><input type="checkbox" role="switch" id="${id}" name="choice" value="1"${at === 1 ? html` checked` : null} aria-describedby="${id}-effect"><span><strong>${label}</strong></span></label>`
    : html`<label class="switch choice">${label}<select id="${id}" name="choice" aria-describedby="${id}-effect">${Object.keys(choices).map((name, index) => html`<option value="${index}"${index === at ? html` selected` : null}>${name}</option>`)}</select></label>`;
  return html`<form data-key="${field}" data-at-once method="post" action="/stage/vendors/${vendor}"><input type="hidden" name="field" value="${field}">${input}<small class="muted" id="${id}-effect">${effect}</small><noscript><button>Set</button></noscript></form>`;
}
