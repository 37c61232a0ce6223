import { html, type Markup } from '../html.ts';
import type { Form, FormErrors } from './registrations.ts';
import { freeCode, price, type Retreat, retreatOn } from './retreat-days.ts';
import type { Registration } from './store.ts';

export function listPage(retreats: Retreat[]): Markup {
  return html`<p>One day, from morning to late afternoon. Each retreat has room for beginners.</p>
<ul>${retreats.map(
    (retreat) => html`<li class="card"><h2>${retreat.title}</h2>
  <p>${retreat.day}<br>${retreat.hours}<br><span class="muted">${retreat.place}</span></p>
  <p><a class="button" href="/retreats/${retreat.id}" aria-label="Register for ${retreat.day}">Register</a></p></li>`,
  )}</ul>
<form class="card" action="/retreats/find"><h2>Already registered?</h2>
  <label for="reference">Registration number</label>
  <input id="reference" name="reference" autocomplete="off" required>
  <button class="quiet">Find your registration</button></form>`;
}

export const emptyForm: Form = { name: '', email: '', phone: '', code: '' };

export function formPage(retreat: Retreat, form: Form, errors: FormErrors): Markup {
  const hasErrors = Object.keys(errors).length > 0;
  const field = (name: keyof Form, label: string, attributes: Markup) => {
    const error = errors[name];
    const said = error && html`<p class="fault" id="${name}-fault">${error}</p>`;
    const wrong = error && html` aria-invalid="true" aria-describedby="${name}-fault"`;
    return html`<label for="${name}">${label}</label>
  <input id="${name}" name="${name}" value="${form[name]}" maxlength="254"${attributes}${wrong ?? null}>${said ?? null}`;
  };
  return html`${factsOf(retreat)}
${hasErrors ? html`<p class="fault" role="alert">You are not registered yet. Please look at what is marked below.</p>` : null}
<form class="card" method="post" action="/retreats/registrations" novalidate>
  <input type="hidden" name="retreat" value="${retreat.id}">
  ${field('name', 'Name', html` autocomplete="name"`)}
  ${field('email', 'Email', html` type="email" autocomplete="email"`)}
  ${field('phone', 'Phone (optional)', html` type="tel" autocomplete="tel"`)}
  ${field('code', 'Code (optional)', html` autocomplete="off"`)}
  <p>Without a code the day is <strong>$${price}</strong>, which you pay at the door.</p>
  <button>Register</button>
</form>
<p><a href="/retreats">All retreats</a></p>`;
}

export function confirmedPage(registration: Registration, portalUrl: string): Markup {
  return html`<p>Thank you, ${registration.name}. We look forward to seeing you.</p>
${factsOf(retreatOn(registration.retreat), registration)}
<p><a class="button" href="${portalUrl}/schedule">Back to your course portal</a></p>
<p><a href="/retreats/registrations/${registration.reference}">Change or cancel this registration</a></p>`;
}

export function registrationPage(
  registration: Registration,
  { others, portalUrl, note }: { others: Retreat[]; portalUrl: string; note: string },
): Markup {
  const { reference } = registration;
  const changes = html`<form class="card" method="post" action="/retreats/registrations/${reference}/change">
  <fieldset><legend>Another date</legend>${others.map(
    ({ id, day, title }) => html`<label><input type="radio" name="retreat" value="${id}" required>
      <span>${day}<br><span class="muted">${title}</span></span></label>`,
  )}</fieldset>
  <button>Change the date</button></form>
<form method="post" action="/retreats/registrations/${reference}/cancel"><button class="quiet">Cancel this registration</button></form>`;
  return html`${note && html`<p role="status"><strong>${note}</strong></p>`}
${factsOf(retreatOn(registration.retreat), registration)}
${others.length > 0 ? changes : null}
<p><a href="${portalUrl}/schedule">Back to your course portal</a> · <a href="/retreats">All retreats</a></p>`;
}

function factsOf(
  { title, day, hours, place, bring }: Retreat,
  registration?: Registration,
): Markup {
  return html`<div class="card"><h2>${title}</h2>
  <p>${day}<br>${hours}<br>${place}</p><p class="muted">${bring}</p>${registration ? placeOf(registration) : null}</div>`;
}

function placeOf({ reference, name, email, toPay, isCancelled }: Registration): Markup {
  const cost = toPay === 0 ? `Free with the code ${freeCode}` : `$${toPay}, to be paid at the door`;
  return html`<p>Registration <strong>${reference}</strong> for ${name}, ${email}<br>${
    isCancelled ? html`<strong>Cancelled</strong>` : cost
  }</p>`;
}
