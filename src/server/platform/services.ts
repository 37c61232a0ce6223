import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/connect.ts';
import type { Mailer } from '../integrations/mail/port.ts';
import type { Meetings } from '../integrations/meetings/port.ts';
import type { Retreats } from '../integrations/retreats/port.ts';
import type { Texts } from '../integrations/texts/port.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Clock } from './clock.ts';
import type { Settings } from './settings.ts';

export interface Services {
  settings: Settings;
  database: Database;
  /** Use `withStandby` to read from this database, because it may lag behind the primary. */
  standby?: Database | undefined;
  clock: Clock;
  queue: Queue;
}

export interface VendorServices extends Services {
  log: FastifyBaseLogger;
  mailer: Mailer;
  texts: Texts;
  meetings: Meetings;
  retreats: Retreats;
}
