import type { ZodType } from 'zod';
import type { Database, Transaction } from '../database/connect.ts';
import type { Person } from '../database/schema.ts';
import type { Mail } from '../integrations/mail/port.ts';
import type { TextMessage } from '../integrations/texts/port.ts';
import { defineJob, type Job } from '../jobs/define-job.ts';
import type { Queue } from '../jobs/queue.ts';
import type { OutdatedMessage } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';

export type Channel = 'email' | 'text';

/** What a message needs to leave. */
export type Sending = Pick<
  Services,
  'database' | 'clock' | 'queue' | 'mailer' | 'texts' | 'settings'
>;

/** What it takes to have one sent. */
export type Queueing = Pick<Services, 'clock' | 'queue' | 'settings'>;

/** What is read to know whether there is still something to say: by a job, or before staff send a message again. */
export interface Lookup extends Pick<Services, 'clock' | 'settings'> {
  database: Database | Transaction;
}

/** Whom a message is for, and what it is about. */
export interface Addressed<About> {
  person: Person;
  about: About;
  channel: Channel;
  /** Staff have it sent again, as things are now: with the moment they asked, which tells it from the first one. */
  again?: string | undefined;
}

export class Outdated {
  readonly why: OutdatedMessage;

  constructor(why: OutdatedMessage) {
    this.why = why;
  }
}

/** There is nothing to say any more. */
export const outdated = (why: OutdatedMessage = 'no-longer-so') => new Outdated(why);

/** What `sent_messages` says of a message besides where it went. */
export interface MessageNote {
  /** A message with the same key is sent once. */
  key: string;
  personId: number;
  kind: string;
  about: object;
}

type MailWords = Pick<Mail, 'subject' | 'text' | 'html' | 'calendars'>;

export interface TextWords extends Pick<TextMessage, 'body' | 'usefulUntil'> {
  /** A part of the body that stands in no other text, by which the provider's messages are searched: all of it if missing. */
  searchText?: string;
  /** Where it is neither the number that signs in nor the one for texts. */
  to?: string;
  /** Whoever has just done something is awake. */
  isAtAnyHour?: boolean;
}

type MaybePromise<Value> = Value | Promise<Value>;

interface Definition<About extends object, Found extends object> {
  /** What staff, the timeline and the page Problems call it. */
  name: string;
  /** Ids and times: what stands in the queue, and in the note of what was sent. */
  about: ZodType<About>;
  /** Asked when it is about to leave, then with what sending takes, and before staff send it again. */
  find(lookup: Lookup, to: Addressed<About>, sending?: Sending): Promise<Found | Outdated>;
  mail?(services: Sending, to: Addressed<About> & Found): MaybePromise<MailWords>;
  text?(services: Sending, to: Addressed<About> & Found): MaybePromise<TextWords>;
  /** What tells it from others of its kind to the same person, where that is not what it is about. */
  keyOf?(to: Addressed<About> & Found): string;
  /** Words that stand in every such text and in no other: by them a text whose answer was lost is looked for. */
  searchWords?: string;
  /** What it turned out to be about, where that is known only when it leaves. */
  aboutSent?(to: Addressed<About> & Found): About;
  /** Once it has left, or turned out not to be needed. A job may run twice, so may this. */
  afterwards?(services: Sending, to: Addressed<About>, outcome: Outcome<Found>): Promise<void>;
  /** Messages with the same lock are decided on one after the other, because one can make another outdated. */
  lock?(personId: number, about: About): string;
  /** One waiting message is enough for this. */
  gather?(personId: number, about: About): string;
  /** It goes to people who can no longer sign in. */
  reachesDeactivated?: boolean;
  /** Login links and codes: people wait for them, consented to nothing, and they have a sender of their own. */
  isLogin?: boolean;
  tries?: number;
  /** Instead of the same message with what it was about: one with a new link, say. */
  sendAgain?(services: Queueing, transaction: Transaction, to: Addressed<About>): Promise<void>;
}

/** Refused where the person told the provider to stop. */
type Outcome<Found> = { sent: Found } | 'refused' | 'outdated';

export type JobData<About> = About & { personId: number; again?: string };

interface SendOptions {
  channels?: Channel[];
  afterSeconds?: number;
  /** One that waits already goes on waiting; else the new one takes its place. */
  leavesWaiting?: boolean;
  perMinute?: number;
}

export interface Message<About extends object, Found extends object = object>
  extends Definition<About, Found> {
  kind: string;
  jobs: Partial<Record<Channel, Job<JobData<About>>>>;
  /** Queues it for each of these people, by every channel that it has. */
  send(
    queue: Queue,
    transaction: Transaction,
    to: JobData<About>[],
    options?: SendOptions,
  ): Promise<void>;
}

/** A message whose details do not matter. */
// biome-ignore lint/suspicious/noExplicitAny: whatever a message is about, its own functions agree on it
export type AnyMessage = Message<any, any>;

const bothChannels: Channel[] = ['email', 'text'];

/** All that there are: whoever defines one adds it. */
export const messages = new Map<string, AnyMessage>();

/** The one way in which the portal sends anything. */
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

/** Tells a message from every other: by it one is sent once, and a link in it stays the same when a job runs again. */
export function keyOf(
  kind: string,
  { person, about, channel, again }: Addressed<object>,
  which = JSON.stringify(about),
): string {
  return withAgain(`${channel} ${kind} to person ${person.id}: ${which}`, again);
}

/** A message that is sent again has another key than the first. */
function withAgain(key: string, again: string | undefined): string {
  return again ? `${key}, again ${again}` : key;
}

/** What staff and the person are told that it is. */
export function nameMessage(kind: string): string {
  return messages.get(kind)?.name ?? 'Message';
}
