import type { SandboxClock } from '../clock.ts';
import type { Feed } from '../feed.ts';
import type { Limits } from './limits.ts';
import type { MeetingStore } from './store.ts';
import type { AttendanceSwitches, ZoomFaults } from './switches.ts';
import type { Users } from './users.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** What Zoom's routes share. */
export interface ZoomContext {
  store: MeetingStore;
  users: Users;
  clock: SandboxClock;
  count: Limits;
  faults(): ZoomFaults;
  attendance: AttendanceSwitches;
  webhooks: WebhookSender;
  feed: Feed;
  portalUrl: string;
  meetingsPerDay: number;
  /** Where this sandbox is reached; known only once it listens. */
  address(): string;
}
