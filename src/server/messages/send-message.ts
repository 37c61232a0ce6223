import { and, eq, sql } from 'drizzle-orm';
import { people, sentMessages } from '../database/schema.ts';
import { type HandledJob, handle } from '../jobs/define-job.ts';
import { GiveUp } from '../jobs/outcomes.ts';
import { waitForDaytime } from './daytime.ts';
import {
  type Addressed,
  type AnyMessage,
  type Channel,
  type JobData,
  keyOf,
  Outdated,
  type Sending,
} from './define-message.ts';
import { sendUnlessSent } from './mail-sender.ts';
import { noteOptOut } from './note-opt-out.ts';
import { sendLocked, settleText } from './text-sender.ts';

/** The jobs of every channel that a message has. */
export function messageHandlers(services: Sending, message: AnyMessage): HandledJob[] {
  const { email, text } = message.jobs;
  return [
    ...(email ? [handle(email, (data) => deliver(services, message, 'email', data))] : []),
    ...(text ? [handle(text, (data) => deliver(services, message, 'text', data))] : []),
  ];
}

/**
 * Decided and sent inside of one lock, so that it never goes by what was true while it waited for its turn. Rows are
 * read first, and nothing is sent about what has changed since: that change has a message of its own.
 */
function deliver(
  services: Sending,
  message: AnyMessage,
  channel: Channel,
  data: JobData<object>,
): Promise<void> {
  const { personId, again } = data;
  const about: object = message.about.parse(data);
  const group = message.isLogin ? 'login' : channel === 'email' ? 'mail' : 'texts';
  const lock = message.lock?.(personId, about) ?? JSON.stringify([message.kind, personId, about]);
  return services.queue.withLock(group, `${channel}: ${lock}`, async () => {
    const { database } = services;
    const [person] = await database.select().from(people).where(eq(people.id, personId));
    if (!person || person.erasedAt) return;
    const to = { person, about, channel, again };
    const found = await message.find(services, to, services);
    if (found instanceof Outdated || !isReached(message, to)) {
      await forgetUnsent(services, message, to);
      await message.afterwards?.(services, to, 'outdated');
      return;
    }
    const told = { ...to, ...found };
    const isSent = await (channel === 'email' ? sendMail : sendText)(services, message, told);
    await message.afterwards?.(services, to, isSent ? { sent: found } : 'refused');
  });
}

function isReached(message: AnyMessage, { person, channel }: Addressed<object>): boolean {
  if (person.deactivatedAt && !message.reachesDeactivated) return false;
  if (channel === 'email' || message.isLogin) return true;
  return person.textPhone !== null && person.textConsent;
}

async function sendMail(services: Sending, message: AnyMessage, told: Addressed<object>) {
  const words = await message.mail?.(services, told);
  if (!words) return false;
  await sendUnlessSent(services, { ...noteOf(message, told), to: told.person.email, ...words });
  return true;
}

async function sendText(services: Sending, message: AnyMessage, told: Addressed<object>) {
  const words = await message.text?.(services, told);
  const { person } = told;
  const phone = words?.to ?? (message.isLogin ? person.phone : person.textPhone);
  if (!words || !phone) return false;
  const { body, searchText = body, usefulUntil, isAtAnyHour } = words;
  if (!isAtAnyHour) waitForDaytime(services.clock.now(), usefulUntil);
  const sender = message.isLogin ? 'login' : 'reminders';
  const text = {
    ...noteOf(message, told),
    to: phone,
    body,
    searchText,
    usefulUntil,
    sender,
  } as const;
  if (await sendLocked(services, text)) return true;
  if (message.isLogin) throw new GiveUp('They stopped texts with login links and codes.');
  await noteOptOut(services, person.id);
  return false;
}

/** A message with the same key is sent once. */
function noteOf(message: AnyMessage, told: Addressed<object>) {
  const about: object = message.aboutSent?.(told) ?? told.about;
  const which = message.keyOf?.(told) ?? JSON.stringify(about);
  const { kind } = message;
  return { key: keyOf(kind, told, which), personId: told.person.id, kind, about };
}

/** An earlier try may have left a note, and no job will come back to it. Of a text, the provider may know more. */
async function forgetUnsent(services: Sending, message: AnyMessage, to: Addressed<object>) {
  const { person, channel, about } = to;
  if (channel === 'text') {
    if (message.searchWords) await settleTextOf(services, message, to);
    return;
  }
  await services.database
    .delete(sentMessages)
    .where(
      and(
        eq(sentMessages.personId, person.id),
        eq(sentMessages.kind, message.kind),
        eq(sentMessages.channel, channel),
        eq(sentMessages.status, 'queued'),
        sql`${sentMessages.about} @> ${JSON.stringify(about)}::jsonb`,
      ),
    );
}

/** Inside of its lock: whether the provider has a text that will not be tried again. */
export function settleTextOf(
  services: Sending,
  { kind, searchWords = '' }: Pick<AnyMessage, 'kind' | 'searchWords'>,
  to: Omit<Addressed<object>, 'channel'>,
): Promise<void> {
  return settleText(services, keyOf(kind, { ...to, channel: 'text' }), searchWords);
}
