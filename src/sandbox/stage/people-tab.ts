import type { StageContext } from '../context.ts';
import type { KnownPerson } from '../feed.ts';
import { html, type Markup } from '../html.ts';
import { showDay, showHour } from '../pacific.ts';

export function peopleTab(context: StageContext): Markup {
  const shown = context.people.filter(({ about }) => about);
  return html`<p class="lead">Sign in as any of them: the portal sends them a real login link, which is followed for you. Whoever was signed in in this browser is signed out. Nothing leaves this machine.</p>
<ul class="cards" id="people" data-live>${shown.map((person) => card(context, person))}</ul>
${context.tour.step() === null ? tourAgain : null}`;
}

const tourAgain = html`<form method="post" action="/stage/tour"><button name="move" value="again" class="quiet" id="tour-again">Take the guided tour</button></form>`;

function card({ zoom, clock }: StageContext, person: KnownPerson): Markup {
  const { name, role, about = '', email, phone } = person;
  const next = zoom.meetings.nextStart(clock.now(), email);
  return html`<li class="card" data-key="${email}">
  <div class="row"><h2>${name}</h2><span class="badge">${capitalized(role)}</span></div>
  <p>${role === 'student' ? `When the demo began: ${about}` : capitalized(about)}.</p>
  ${role === 'student' ? html`<p>Now: ${next ? html`next class on <strong>${showDay(next)}</strong> at ${showHour(next)} PT` : 'no class ahead'}.</p>` : null}
  <p class="muted"><small>${email}<br>${phone}</small></p>
  <div class="row">${signInForm(person, { isLoud: true })}${signInForm(person, { isLoud: false, by: 'text' })}</div>
</li>`;
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface FormOptions {
  isLoud: boolean;
  /** By mail unless it says so. */
  by?: 'text';
}

/** In another tab, so that what happens here stays in sight. */
export function signInForm(
  person: KnownPerson | undefined,
  { isLoud, by }: FormOptions,
): Markup | null {
  if (!person) return null;
  const [firstName = ''] = person.name.split(' ');
  const label = by
    ? html`By text<span class="hidden"> as ${firstName}</span>`
    : `Sign in as ${firstName}`;
  return html`<form method="post" action="/stage/sign-in" target="_blank"><input type="hidden" name="email" value="${person.email}"><button name="by" value="${by ?? 'mail'}" class="${isLoud ? '' : 'quiet'}">${label}</button></form>`;
}
