import type { StageContext } from '../context.ts';
import type { KnownPerson } from '../feed.ts';
import { html, type Markup } from '../html.ts';
import { showDay, showHour } from '../pacific.ts';

export const welcome = html`<p class="lead">This portal runs an introductory meditation course. Students pick class times, join live classes on Zoom and get reminders; teachers see who attended. Try it as any of the made-up people below. Zoom, email and text messages are simulated, so nothing leaves this computer.</p>`;

export function peopleTab(context: StageContext): Markup {
  const shown = context.people.filter(({ about }) => about);
  return html`<ol class="how">
  <li><strong>Sign in as someone.</strong> The portal opens in a new tab. You can switch people anytime.</li>
  <li><strong>Skip ahead with the clock above</strong>, for example to the next class.</li>
  <li><strong>See what the portal sent</strong> in <a href="/inbox">Inbox</a> and <a href="/phones">Phones</a>, and join classes in <a href="/meetings">Meetings</a>.</li>
</ol>
<h2>Who would you like to be?</h2>
<ul class="cards" id="people" data-live>${shown.map((person) => card(context, person))}</ul>
${context.tour.step() === null ? tourAgain : null}`;
}

const tourAgain = html`<form method="post" action="/stage/tour"><button name="move" value="again" class="quiet" id="tour-again">Take the Tour</button></form>`;

function card({ zoom, clock }: StageContext, person: KnownPerson): Markup {
  const { name, role, about = '', email, phone } = person;
  const next = zoom.meetings.nextStart(clock.now(), email);
  const isStudent = role === 'student';
  return html`<li class="card" data-key="${email}">
  <div class="row"><h3>${name}</h3><span class="badge">${capitalize(role)}</span></div>
  <p>${isStudent ? `At the start of the demo: ${about}` : capitalize(about)}.</p>
  ${isStudent ? html`<p>${next ? html`Next class: <strong>${showDay(next)}</strong>, ${showHour(next)}&nbsp;PT` : 'No upcoming class'}</p>` : null}
  <p class="muted"><small>${email}<br>${phone}</small></p>
  <div class="row">${signInForm(person)}${signInForm(person, { by: 'text' })}</div>
</li>`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function signInForm(
  person: KnownPerson | undefined,
  { isMain = false, by = 'email' }: { isMain?: boolean; by?: 'email' | 'text' } = {},
): Markup | null {
  if (!person) return null;
  const [firstName = ''] = person.name.split(' ');
  const label =
    by === 'text'
      ? html`Sign In by Text<span class="hidden"> as ${firstName}</span>`
      : `Sign In as ${firstName}`;
  return html`<form method="post" action="/stage/sign-in" target="_blank"><input type="hidden" name="email" value="${person.email}"><button name="by" value="${by}" class="${isMain ? '' : 'quiet'}">${label}</button></form>`;
}
