import type { StageContext } from '../context.ts';
import { html, type Markup } from '../html.ts';
import { retreatOn } from '../retreats/retreat-days.ts';
import { addressOf } from '../retreats/routes.ts';

export function retreatsTab({ retreatRegistrations }: StageContext): Markup {
  const cards = retreatRegistrations().map((one) => {
    const { reference, name, email, retreat, toPay, isCancelled } = one;
    const paid = toPay === 0 ? 'Free with the code' : `$${toPay} at the door`;
    return html`<li class="card" data-key="${reference}"><div class="row"><h3>${name}</h3>${isCancelled ? html`<span class="badge warn">Cancelled</span>` : null}</div>
  <p>${retreatOn(retreat).day}</p><p class="muted"><small>${email} · ${paid}</small></p><p><a href="${addressOf(one)}" target="_blank">${reference}<span class="hidden">, in another tab</span></a></p></li>`;
  });
  const none = html`<li class="muted" data-key="none">Nobody has registered there yet.</li>`;
  return html`<p class="lead">A site of its own, to which the portal leads. It tells the portal of every registration, change and cancellation. The code FIRSTRETREAT makes the first one free.</p>
<p><a class="button" href="/retreats" target="_blank">Open the retreat site</a></p>
<h2>Registrations</h2><ul class="cards" id="retreat-registrations" data-live>${cards.length > 0 ? cards : none}</ul>`;
}
