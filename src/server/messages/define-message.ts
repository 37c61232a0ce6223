import type { ZodType } from 'zod';
import type { Database, Transaction } from '../database/connect.ts';
import type { Person } from '../database/schema.ts';
import type { Mail } from '../integrations/mail/port.ts';
import type { TextMessage } from '../integrations/texts/port.ts';
import { defineJob, type Job } from '../jobs/define-job.ts';
import type { Queue } from '../jobs/queue.ts';
import type { OutdatedMessage } from '../platform/errors.ts';
import type { Services, VendorServices } from '../platform/services.ts';

export type Channel = 'email' | 'text';

export type Lookup = Omit<Services, 'database'> & { database: Database | Transaction };

export interface Addressed<About> {
  person: Person;
  about: About;
  channel: Channel;
  /** When staff sent it again, which makes its key differ from the first one's. */
  again?: string | undefined;
}

export class Outdated {
  readonly why: OutdatedMessage;

  constructor(why: OutdatedMessage) {
    this.why = why;
  }
}

/** Returned by `find` when there is nothing left to say. */
export const outdated = (why: OutdatedMessage = 'no-longer-so') => new Outdated(why);

export interface MessageNote {
  /** Only one message with this key is sent. */
  key: string;
  personId: number;
  kind: string;
  about: object;
}

type MailWords = Pick<Mail, 'subject' | 'text' | 'html' | 'calendars'>;

export interface TextWords extends Pick<TextMessage, 'body' | 'usefulUntil'> {
  /** A part of the body that no other text has, to look it up at the provider. By default the whole body. */
  searchText?: string;
  /** By default the person's own number. */
  to?: string;
  /** The person has just done something, so they are awake. */
  isAtAnyHour?: boolean;
}

type MaybePromise<Value> = Value | Promise<Value>;

interface Definition<About extends object, Found extends object> {
  /** Shown to staff, in the timeline and on Problems. */
  name: string;
  /** Ids and times, kept in the queue and in `sent_messages`. */
  about: ZodType<About>;
  /** Called right before sending, with `sending`, and before staff send it again. */
  find(lookup: Lookup, to: Addressed<About>, sending?: VendorServices): Promise<Found | Outdated>;
  mail?(services: Services, to: Addressed<About> & Found): MaybePromise<MailWords>;
  text?(services: Services, to: Addressed<About> & Found): MaybePromise<TextWords>;
  /** Distinguishes it from others of its kind to the same person. By default `about`. */
  keyOf?(to: Addressed<About> & Found): string;
  /** A sentence that every such text and no other has, to look up one whose response was lost. */
  searchWords?: string;
  /** Replaces `about` in `sent_messages`, for what is known only when it is sent. */
  aboutSent?(to: Addressed<About> & Found): About;
  /** Called after it was sent or dropped, possibly twice. */
  afterwards?(services: Services, to: Addressed<About>, outcome: Outcome<Found>): Promise<void>;
  /** Messages with the same lock are sent one after another, because one can make another outdated. */
  lock?(personId: number, about: About): string;
  /** Of messages with the same key, only one waits in the queue. */
  gather?(personId: number, about: About): string;
  /** Also goes to deactivated people. */
  reachesDeactivated?: boolean;
  /** Login links and codes: people wait for them, they need no consent, and have their own text sender. */
  isLogin?: boolean;
  tries?: number;
  /** Replaces the default, which sends the same `about` again. */
  sendAgain?(services: Services, transaction: Transaction, to: Addressed<About>): Promise<void>;
}

/** `refused` if the person opted out at the provider. */
type Outcome<Found> = { sent: Found } | 'refused' | 'outdated';

export type JobData<About> = About & { personId: number; again?: string };

interface SendOptions {
  channels?: Channel[];
  afterSeconds?: number;
  /** Keeps a message that is waiting already instead of replacing it. */
  leavesWaiting?: boolean;
  perMinute?: number;
}

export interface Message<About extends object, Found extends object = object>
  extends Definition<About, Found> {
  kind: string;
  jobs: Partial<Record<Channel, Job<JobData<About>>>>;
  /** Queues it for each of these people, in every channel that it has. */
  send(
    queue: Queue,
    transaction: Transaction,
    to: JobData<About>[],
    options?: SendOptions,
  ): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: the functions of one message agree on its types
export type AnyMessage = Message<any, any>;

const bothChannels: Channel[] = ['email', 'text'];

/** Every defined message, by kind. */
export const messages = new Map<string, AnyMessage>();

/** Everything that the portal sends is defined with this. */
export function defineMessage<About extends object, Found extends object>(
  kind: string,
  definition: Definition<About, Found>,
): Message<About, Found> {
  const { gather, tries } = definition;
  const defineFor = (channel: Channel) =>
    defineJob<JobData<About>>(`${channel === 'email' ? 'mail' : 'text'}-${kind}`, {
      ...(tries && { tries }),
      ...(gather && { keyOf: (data) => withAgain(gather(data.personId, data), data.again) }),
    });
  const jobs: Message<About>['jobs'] = {
    ...(definition.mail && { email: defineFor('email') }),
    ...(definition.text && { text: defineFor('text') }),
  };
  const message: Message<About, Found> = {
    ...definition,
    kind,
    jobs,
    async send(queue, transaction, to, { channels = bothChannels, ...options } = {}) {
      for (const channel of channels) {
        const job = jobs[channel];
        if (job) await queue.addAll(transaction, job, to, options);
      }
    },
  };
  messages.set(kind, message);
  return message;
}

/** Identifies a message: it is sent once, and its link stays the same when the job runs again. */
export function keyOf(
  kind: string,
  { person, about, channel, again }: Addressed<object>,
  which = JSON.stringify(about),
): string {
  return withAgain(`${channel} ${kind} to person ${person.id}: ${which}`, again);
}

function withAgain(key: string, again: string | undefined): string {
  return again ? `${key}, again ${again}` : key;
}

export function nameMessage(kind: string): string {
  return messages.get(kind)?.name ?? 'Message';
}
