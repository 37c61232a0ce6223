import type { FastifyReply } from 'fastify';
import { html, type Markup, writePage } from '../html.ts';
import { type Form, type FormErrors, pageOf, type Registration } from './registrations.ts';
import { freeCode, price, type Retreat, retreatOn } from './retreat-days.ts';

export function listPage(retreats: Retreat[]): Markup {
  return html`<p>Each retreat lasts from morning to late afternoon and is open to beginners.</p>
<ul>${retreats.map(
    (retreat) => html`<li class="card"><h2>${retreat.title}</h2>
  <p>${retreat.day}<br>${retreat.hours}<br><span class="muted">${retreat.place}</span></p>
  <p><a class="button" href="/retreats/${retreat.id}" aria-label="Register for ${retreat.day}">Register</a></p></li>`,
  )}</ul>`;
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
${hasErrors ? html`<p class="fault" role="alert">You aren’t registered yet. Please correct the fields below.</p>` : null}
<form class="card" method="post" action="/retreats/registrations" novalidate>
  <input type="hidden" name="retreat" value="${retreat.id}">
  ${field('name', 'Name', html` autocomplete="name"`)}
  ${field('email', 'Email', html` type="email" autocomplete="email"`)}
  ${field('phone', 'Phone (optional)', html` type="tel" autocomplete="tel"`)}
  ${field('code', 'Code (optional)', html` autocomplete="off"`)}
  <p>Without a code, the day costs <strong>$${price}</strong>. You pay at the door.</p>
  <button>Register</button>
</form>
<p><a href="/retreats">All retreats</a></p>`;
}

export function confirmedPage(registration: Registration, portalUrl: string): Markup {
  return html`<p>Thank you, ${registration.name}. We look forward to seeing you.</p>
${factsOf(retreatOn(registration.retreat), registration)}
<p><a class="button" href="${portalUrl}/schedule">Back to Your Course Portal</a></p>
<p><a href="${pageOf(registration)}">Change or cancel this registration</a></p>`;
}

export function registrationPage(
  registration: Registration,
  { others, portalUrl, note }: { others: Retreat[]; portalUrl: string; note: string },
): Markup {
  const changes = html`<form class="card" method="post" action="${pageOf(registration)}/change">
  <fieldset><legend>Pick another date</legend>${others.map(
    ({ id, day, title }) => html`<label><input type="radio" name="retreat" value="${id}" required>
      <span>${day}<br><span class="muted">${title}</span></span></label>`,
  )}</fieldset>
  <button>Change Date</button></form>
<form method="post" action="${pageOf(registration)}/cancel"><button class="quiet">Cancel Registration</button></form>`;
  return html`${note && html`<p role="status"><strong>${note}</strong></p>`}
${factsOf(retreatOn(registration.retreat), registration)}
${others.length > 0 ? changes : null}
<p><a href="${portalUrl}/schedule">Back to your course portal</a> · <a href="/retreats">All retreats</a></p>`;
}

function factsOf({ title, day, hours, place, bring }: Retreat, registration?: Registration) {
  return html`<div class="card"><h2>${title}</h2>
  <p>${day}<br>${hours}<br>${place}</p><p class="muted">${bring}</p>${registration ? placeOf(registration) : null}</div>`;
}

function placeOf({ reference, name, email, toPay, isCanceled }: Registration): Markup {
  const cost = toPay === 0 ? `Free with the code ${freeCode}` : `$${toPay}, payable at the door`;
  return html`<p>Registration <strong>${reference}</strong> for ${name}, ${email}<br>${
    isCanceled ? html`<strong>Canceled</strong>` : cost
  }</p>`;
}

const style = html`
  :root { color-scheme: light; --ink: #2c3a33; --muted: #586a60; --line: #dcd8cc; --leaf: #2f6b4f; --paper: #fbf9f4; }
  * { box-sizing: border-box; }
  body { margin: 0; font: 17px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: break-word; }
  header { background: #e9efe6; border-bottom: 1px solid var(--line); }
  header div, main { max-width: 720px; margin: 0 auto; padding: 20px; }
  header a { font: 600 22px/1.3 Georgia, serif; color: var(--leaf); text-decoration: none; }
  header p { margin: 0; color: var(--muted); font-size: 15px; }
  main { padding-bottom: 72px; }
  h1 { font: 400 32px/1.2 Georgia, serif; margin: 20px 0 12px; }
  h2 { font: 400 22px/1.3 Georgia, serif; margin: 0 0 4px; }
  h1, h2 { text-wrap: balance; }
  p { margin: 0 0 12px; } .muted { color: var(--muted); } a { color: var(--leaf); }
  ul { list-style: none; margin: 20px 0; padding: 0; display: grid; gap: 14px; }
  .card { background: #fff; border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px; margin: 20px 0; }
  li.card { margin: 0; } .card > :last-child { margin-bottom: 0; }
  form { margin-bottom: 20px; } form > label, legend { display: block; font-weight: 600; }
  form > input { display: block; width: 100%; margin: 4px 0 16px; font: inherit; padding: 10px 12px; min-height: 48px; border: 1px solid #8b978f; border-radius: 8px; background: #fff; color: inherit; }
  form > input[aria-invalid="true"] { border-color: #9c2b1f; margin-bottom: 4px; }
  fieldset { border: 0; margin: 0 0 16px; padding: 0; min-width: 0; } legend { margin: 0 0 4px; padding: 0; }
  fieldset label { display: flex; gap: 12px; padding: 10px 0; border-bottom: 1px solid var(--line); }
  fieldset input { width: 20px; height: 20px; margin: 3px 0 0; flex: none; accent-color: var(--leaf); }
  .fault { color: #9c2b1f; font-weight: 600; }
  button, .button { display: inline-block; font: 600 17px/1.3 system-ui, sans-serif; padding: 13px 22px; border-radius: 8px; border: 1px solid var(--leaf); background: var(--leaf); color: #fff; text-decoration: none; cursor: pointer; }
  button:hover, .button:hover { background: #24543e; }
  .quiet { background: #fff; color: var(--leaf); } .quiet:hover { background: #eef3ec; }
  [role="alert"] { border-left: 4px solid; padding-left: 14px; }
  :focus-visible { outline: 3px solid #1f6fa8; outline-offset: 2px; }
`;

export function sendPage(reply: FastifyReply, title: string, body: Markup): FastifyReply {
  const content = html`<header><div><a href="/retreats">Lakeside Retreats</a><p>Days of rest and quiet by the water</p></div></header>
<main><h1>${title}</h1>${body}</main>`;
  const page = writePage(`${title} · Lakeside Retreats`, style, content);
  return reply.type('text/html; charset=utf-8').send(page);
}
