import type { StageContext } from '../context.ts';
import { html, type Markup } from '../html.ts';
import { isToggle, type VendorSwitches } from '../switches.ts';

/** How each vendor behaves, as switches with the words for what happens then. */
export function vendorsTab({ switches }: StageContext): Markup {
  return html`<p class="lead">What real accounts have or suffer. A switch works from the next call on, and what came of it is in the feed and on the portal’s page Problems.</p>
${Object.entries(switches).map(([id, vendor]) => section(id, vendor))}`;
}

function section(id: string, vendor: VendorSwitches): Markup {
  const switches = vendor.list();
  const changed = switches.filter(({ at }) => at > 0).length;
  return html`<section class="card" id="${id}" aria-labelledby="${id}-title">
  <div class="row" id="${id}-head" data-live><h2 id="${id}-title" data-key="title">${vendor.name}</h2><span data-key="state" class="badge${changed > 0 ? ' warn' : ''}">${changed > 0 ? `${changed} not as usual` : 'All as usual'}</span></div>
  <div class="switches" id="${id}-switches" data-live>${switches.map((one) => control(id, one))}</div>
  <form method="post" action="/stage/vendors/${id}"><button name="field" value="" class="quiet" id="${id}-usual">${vendor.name}: all as usual</button></form>
</section>`;
}

function control(vendor: string, one: ReturnType<VendorSwitches['list']>[number]): Markup {
  const { field, label, effect, choices, at } = one;
  const id = `${vendor}-${field}`;
  const input = isToggle(one)
    ? html`<label class="switch"><input type="checkbox" role="switch" id="${id}" name="choice" value="1"${at === 1 ? html` checked` : null} aria-describedby="${id}-effect"><span><strong>${label}</strong></span></label>`
    : html`<label class="switch choice">${label}<select id="${id}" name="choice" aria-describedby="${id}-effect">${Object.keys(choices).map((name, index) => html`<option value="${index}"${index === at ? html` selected` : null}>${name}</option>`)}</select></label>`;
  return html`<form data-key="${field}" data-at-once method="post" action="/stage/vendors/${vendor}"><input type="hidden" name="field" value="${field}">${input}<small class="muted" id="${id}-effect">${effect}</small><noscript><button>Set</button></noscript></form>`;
}
