import type { FastifyInstance } from 'fastify';
import type { Feed, KnownPerson } from './feed.ts';
import type { Outbox } from './outbox.ts';
import type { Registration } from './retreats/store.ts';
import type { Tour } from './stage/tour.ts';
import type { VendorSwitches } from './switches.ts';
import type { SandboxClock, TimeTravel } from './time-travel.ts';
import type { Twilio } from './twilio/routes.ts';
import type { Zoom } from './zoom/routes.ts';

/** What every vendor is given. */
export interface SandboxContext {
  app: FastifyInstance;
  /** Where the stores are. */
  directory: string;
  portalUrl: string;
  clock: SandboxClock;
  feed: Feed;
  outbox: Outbox;
  /** Where this sandbox is reached; known only once it listens. */
  address(): string;
}

/** What the pages of the sandbox show and change. */
export interface StageContext extends SandboxContext {
  people: readonly KnownPerson[];
  time: TimeTravel;
  phones: Twilio['phones'];
  zoom: Zoom;
  switches: Record<'mail' | 'twilio' | 'zoom' | 'attendance', VendorSwitches>;
  tour: Tour;
  retreatRegistrations(): Registration[];
  /** How long the sign-in page waits for a login link. */
  linkWaitMs: number;
}
