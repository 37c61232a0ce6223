import type { FastifyInstance } from 'fastify';
import type { vendors } from './fault-list.ts';
import type { VendorFaults } from './faults.ts';
import type { Feed, KnownPerson } from './feed.ts';
import type { Outbox } from './outbox.ts';
import type { Registration } from './retreats/registrations.ts';
import type { Tour } from './stage/tour.ts';
import type { SandboxClock, TimeTravel } from './time-travel.ts';
import type { Twilio } from './twilio/routes.ts';
import type { Zoom } from './zoom/routes.ts';

export type VendorId = keyof typeof vendors;
type FaultsOf<Id extends VendorId> = VendorFaults<(typeof vendors)[Id]['faults']>;
export type FaultState<Id extends VendorId> = ReturnType<FaultsOf<Id>['current']>;

export interface SandboxContext {
  app: FastifyInstance;
  directory: string;
  portalUrl: string;
  clock: SandboxClock;
  feed: Feed;
  outbox: Outbox;
  vendorFaults: { [Id in VendorId]: FaultsOf<Id> };
  /** The sandbox's own URL, which is only known once the server is listening. */
  address(): string;
}

export interface StageContext extends SandboxContext {
  people: readonly KnownPerson[];
  time: TimeTravel;
  phones: Twilio['phones'];
  zoom: Zoom;
  tour: Tour;
  retreatRegistrations(): Registration[];
  linkWaitMs: number;
}
