import type { ZodType } from 'zod';
import type { Reader, Transaction } from '../database/connect.ts';
import type { Person } from '../database/schema.ts';
import type { OutdatedMessage } from '../http/domain-errors.ts';
import type { Mail } from '../integrations/mail/port.ts';
import type { TextMessage } from '../integrations/texts/port.ts';
import { defineJob, type Job } from '../jobs/define-job.ts';
import type { AddOptions, Queue } from '../jobs/queue.ts';
import type { Services, VendorServices } from '../platform/services.ts';
import type { MailContent } from './mail-layout.ts';

export type Channel = 'email' | 'text';

export type Lookup = Omit<Services, 'database'> & { database: Reader };

export interface Addressed<About> {
  person: Person;
  about: About;
  channel: Channel;
  /** Set when staff send a message again, to give it a new key. */
  again?: string | undefined;
}

export class Outdated {
  readonly why: OutdatedMessage;

  constructor(why: OutdatedMessage) {
    this.why = why;
  }
}

export const outdated = (why: OutdatedMessage = 'no-longer-so') => new Outdated(why);

export interface MessageNote {
  key: string;
  personId: number;
  kind: string;
  about: object;
  toStaff: boolean;
  /** The copy that staff can read later, without secret links and codes. */
  body: string;
}

interface MailWords extends MailContent, Pick<Mail, 'calendars'> {
  to?: string;
}

export interface TextWords extends Pick<TextMessage, 'body' | 'usefulUntil'> {
  /** Part of the body that no other text contains, used to find this text at the provider. Defaults to the body. */
  searchText?: string;
  to?: string;
  /** Ignores quiet hours. Set this if the person has just done something and is therefore awake. */
  isAtAnyHour?: boolean;
}

type MaybePromise<Value> = Value | Promise<Value>;

interface Definition<About extends object, Found extends object> {
  name: string;
  /** IDs and times that we store in the queue and in `sent_messages`. */
  about: ZodType<About>;
  /** Called right before sending (with `sending`) and when staff send the message again (without it). */
  find(lookup: Lookup, to: Addressed<About>, sending?: VendorServices): Promise<Found | Outdated>;
  mail?(services: Services, to: Addressed<About> & Found): MaybePromise<MailWords>;
  text?(services: Services, to: Addressed<About> & Found): MaybePromise<TextWords>;
  /** Distinguishes messages of the same kind to the same person. Defaults to `about`. */
  keyOf?(to: Addressed<About> & Found): string;
  /** A sentence that only texts of this kind contain, used to look up a text if the provider's response was lost. */
  searchWords?: string;
  /** Replaces `about` in `sent_messages` with values known only when the message is sent. */
  aboutSent?(to: Addressed<About> & Found): About;
  /** Called after the message has been sent or dropped. Must be idempotent. */
  afterwards?(services: Services, to: Addressed<About>, outcome: Outcome<Found>): Promise<void>;
  /** We send messages with the same lock one at a time, because one can make the next one outdated. */
  lock?(personId: number, about: About): string;
  /** Returns a key. The queue keeps only one waiting message with the same key. */
  gather?(personId: number, about: About): string;
  /** Set if staff wrote the message. The copy that we store then keeps links to other sites. */
  isWrittenByStaff?: boolean;
  reachesDeactivated?: boolean;
  /**
   * For login links and codes. People are waiting for these messages, which don't require consent and use a separate
   * sender for texts.
   */
  isLogin?: boolean;
  tries?: number;
  /** Replaces the usual way to send a message again, which reuses the same `about`. */
  sendAgain?(services: Services, transaction: Transaction, to: Addressed<About>): Promise<void>;
}

/** `refused` means that the person opted out at the provider or has no phone number. */
type Outcome<Found> = { sent: Found } | 'refused' | 'outdated';

export type JobData<About> = About & { personId: number; again?: string };

interface SendOptions extends AddOptions {
  channels?: Channel[];
}

export interface Message<About extends object, Found extends object = object>
  extends Definition<About, Found> {
  kind: string;
  jobs: Partial<Record<Channel, Job<JobData<About>>>>;
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

export const messages = new Map<string, AnyMessage>();

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

/** We send at most one message per key. Some links are derived from the key, so a retried job sends the same link. */
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
