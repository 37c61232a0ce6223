import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from '../clock.ts';
import type { Feed, KnownPerson } from '../feed.ts';
import type { Outbox } from '../outbox.ts';
import type { Registration } from '../retreats/store.ts';
import type { VendorSwitches } from '../switches.ts';
import type { TimeTravel } from '../time-travel.ts';
import type { Twilio } from '../twilio/routes.ts';
import type { Zoom } from '../zoom/routes.ts';
import type { Tour } from './tour.ts';

/** What the pages of the sandbox show and change. */
export interface StageContext {
  app: FastifyInstance;
  portalUrl: string;
  people: readonly KnownPerson[];
  clock: SandboxClock;
  time: TimeTravel;
  feed: Feed;
  outbox: Outbox;
  phones: Twilio['phones'];
  zoom: Zoom;
  retreatRegistrations(): Registration[];
  switches: Record<'mail' | 'twilio' | 'zoom' | 'attendance', VendorSwitches>;
  tour: Tour;
  /** How long a login link is waited for. */
  linkWaitMs: number;
}
