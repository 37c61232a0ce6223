import type { SandboxClock } from '../clock.ts';
import type { TwilioFaultSwitch } from './faults.ts';
import type { Text, TextStore } from './store.ts';

/** What Twilio's routes share. */
export interface TwilioWorld {
  store: TextStore;
  clock: SandboxClock;
  faults: TwilioFaultSwitch;
  /** Lets the text reach its phone, and tells the portal. */
  deliver(text: Text): void;
}
