import type { SandboxClock } from '../clock.ts';
import type { FaultSwitch } from './faults.ts';
import type { Limits } from './limits.ts';
import type { MeetingStore } from './store.ts';
import type { Teller } from './webhooks.ts';

/** What every part of the sandbox's Zoom works with. */
export interface ZoomWorld {
  store: MeetingStore;
  clock: SandboxClock;
  count: Limits;
  faults: FaultSwitch;
  tell: Teller;
  meetingsPerDay: number;
  /** Where this sandbox is reached; known only once it listens. */
  address(): string;
}
