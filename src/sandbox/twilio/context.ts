import type { SandboxClock } from '../clock.ts';
import type { TwilioFaultSwitch } from './faults.ts';
import type { Text, TextStore } from './store.ts';

/** What Twilio's routes share. */
export interface TwilioContext {
  store: TextStore;
  clock: SandboxClock;
  faults: TwilioFaultSwitch;
  /** Puts the text on its phone, and calls its status callback. */
  deliver(text: Text): void;
}
