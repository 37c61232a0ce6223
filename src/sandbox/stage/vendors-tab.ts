import { html, type Markup } from '../html.ts';
import type { StageContext } from './context.ts';
import {
  chosenIn,
  readState,
  type Vendor,
  type VendorName,
  type VendorSwitch,
  vendors,
} from './vendor-switches.ts';

/** How each vendor behaves, as switches with the words for what happens then. */
export async function vendorsTab(context: StageContext): Promise<Markup> {
  const names = Object.keys(vendors) as VendorName[];
  const sections = names.map(async (name) => {
    const vendor: Vendor = vendors[name];
    return section(name, vendor, await readState(context, vendor));
  });
  return html`<p class="lead">What real accounts have or suffer. A switch works from the next call on, and what came of it is in the feed and on the portal’s page Problems.</p>
${await Promise.all(sections)}`;
}

function section(name: string, vendor: Vendor, state: Record<string, unknown>): Markup {
  const changed = vendor.switches.filter((one) => chosenIn(state, one) > 0).length;
  return html`<section class="card" id="${name}" aria-labelledby="${name}-title">
  <div class="row" id="${name}-head" data-live><h2 id="${name}-title" data-key="title">${vendor.name}</h2><span data-key="state" class="badge${changed > 0 ? ' warn' : ''}">${changed > 0 ? `${changed} not as usual` : 'All as usual'}</span></div>
  <div class="switches" id="${name}-switches" data-live>${vendor.switches.map((one) => control(name, one, chosenIn(state, one)))}</div>
  <form method="post" action="/stage/vendors/${name}"><button name="field" value="" class="quiet" id="${name}-usual">${vendor.name}: all as usual</button></form>
</section>`;
}

/** What is either as usual or not is a switch that says what it switches on. */
function control(
  name: string,
  { field, label, effect, choices }: VendorSwitch,
  at: number,
): Markup {
  const id = `${name}-${field}`;
  const [, other] = choices;
  const input =
    choices.length === 2
      ? html`<label class="switch"><input type="checkbox" role="switch" id="${id}" name="choice" value="1"${at === 1 ? html` checked` : null} aria-describedby="${id}-effect"><span><strong>${label} ${other?.label ?? ''}</strong></span></label>`
      : html`<label class="switch choice">${label}<select id="${id}" name="choice" aria-describedby="${id}-effect">${choices.map((choice, index) => html`<option value="${index}"${index === at ? html` selected` : null}>${choice.label}</option>`)}</select></label>`;
  return html`<form data-key="${field}" data-at-once method="post" action="/stage/vendors/${name}"><input type="hidden" name="field" value="${field}">${input}<small class="muted" id="${id}-effect">${effect}</small><noscript><button>Set</button></noscript></form>`;
}
