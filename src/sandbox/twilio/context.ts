import type { SandboxClock } from '../clock.ts';
import type { Feed } from '../feed.ts';
import type { Text, TextStore } from './store.ts';
import type { TwilioFaults } from './switches.ts';

/** What Twilio's routes share. */
export interface TwilioContext {
  store: TextStore;
  clock: SandboxClock;
  faults(): TwilioFaults;
  feed: Feed;
  /** Takes the text to its phone, and calls its status callback. */
  deliver(text: Text): void;
  /** Resolves when every report so far was accepted by the portal or given up on. */
  reported(): Promise<unknown>;
}
