import type { StageContext } from './context.ts';
import { mailSwitches, twilioSwitches } from './message-switches.ts';
import { attendanceSwitches, zoomSwitches } from './zoom-switches.ts';

/** One thing that a vendor can do otherwise than usual. The first choice is the usual one. */
export interface VendorSwitch {
  field: string;
  label: string;
  /** What happens in the portal when it is not as usual. */
  effect: string;
  choices: readonly Choice[];
}

interface Choice {
  label: string;
  /** Nothing for the usual one. */
  value?: unknown;
}

export interface Vendor {
  name: string;
  /** The route that reads and takes its faults. */
  path: string;
  switches: readonly VendorSwitch[];
  /** Sent along when a field changes. */
  alongWith?: (field: string) => object;
  /** Whether the route changes only the fields that it is sent. */
  isPartial?: boolean;
}

export const vendors = {
  mail: { name: 'Mail server', path: '/smtp/faults', switches: mailSwitches },
  twilio: { name: 'Twilio', path: '/twilio/faults', switches: twilioSwitches },
  zoom: {
    name: 'Zoom',
    path: '/zoom/faults',
    switches: zoomSwitches,
    // A token keeps the scopes that it was given.
    alongWith: (field: string) => ({ revokeTokens: field === 'scope' }),
  },
  attendance: {
    name: 'Zoom: who came',
    path: '/zoom/attendance',
    switches: attendanceSwitches,
    isPartial: true,
  },
} satisfies Record<string, Vendor>;

export type VendorName = keyof typeof vendors;
type State = Record<string, unknown>;

export async function readState({ app }: StageContext, { path }: Vendor): Promise<State> {
  return (await app.inject(path)).json();
}

/** Which choice is set, by its place. */
export function chosenIn(state: State, { field, choices }: VendorSwitch): number {
  const set = JSON.stringify(state[field] === false ? undefined : state[field]);
  const at = choices.findIndex(({ value }) => JSON.stringify(value) === set);
  return Math.max(0, at);
}

/** Sets one field, or all of them as usual. */
export async function setSwitch(
  context: StageContext,
  vendor: Vendor,
  change: { field: string; choice: number } | 'as-usual',
): Promise<void> {
  const { app, feed } = context;
  const post = (payload: object) => app.inject({ method: 'POST', url: vendor.path, payload });
  if (change === 'as-usual') {
    await post(vendor.alongWith?.('scope') ?? {});
    feed.note(`${vendor.name}: all as usual`);
    return;
  }
  const found = vendor.switches.find(({ field }) => field === change.field);
  const choice = found?.choices[change.choice];
  if (!found || !choice) return;
  const { [found.field]: _before, ...others } = await readState(context, vendor);
  const usual = vendor.isPartial ? { [found.field]: choice.value } : {};
  const set = choice.value === undefined ? usual : { [found.field]: choice.value };
  await post({ ...(vendor.isPartial ? {} : others), ...set, ...vendor.alongWith?.(found.field) });
  feed.note(`${vendor.name}: ${found.label} ${choice.label}`, { path: '/vendors' });
}

/** In words, what is not as usual. */
export async function activeSwitches(context: StageContext, name: VendorName): Promise<string[]> {
  const vendor: Vendor = vendors[name];
  const state = await readState(context, vendor);
  return vendor.switches.flatMap((one) => {
    const at = chosenIn(state, one);
    return at > 0 ? [`${one.label} ${one.choices[at]?.label}. ${one.effect}`] : [];
  });
}
