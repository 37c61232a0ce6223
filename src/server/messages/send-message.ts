import { AsyncLocalStorage } from 'node:async_hooks';
import { and, sql } from 'drizzle-orm';
import { writeTimesFor } from '../../course/format-time.ts';
import { PAGES } from '../../course/pages.ts';
import { afterQuietHours } from '../../course/reminders.ts';
import { isStaff } from '../../course/roles.ts';
import type { Database } from '../database/connect.ts';
import { gatherWith } from '../database/gather.ts';
import { match } from '../database/rows.ts';
import { people, sentMessages } from '../database/schema.ts';
import { type HandledJob, handle } from '../jobs/define-job.ts';
import { GiveUp, TryLater } from '../jobs/outcomes.ts';
import type { VendorServices } from '../platform/services.ts';
import type { Settings } from '../platform/settings.ts';
import {
  type Addressed,
  type AnyMessage,
  type Channel,
  type JobData,
  keyOf,
  type MessageNote,
  Outdated,
} from './define-message.ts';
import { layOutMail } from './mail-layout.ts';
import { sendUnlessSent } from './mail-sender.ts';
import { recordOptOut } from './text-consent/consent.ts';
import { sendLocked, settleText } from './text-sender.ts';
import { countSegments } from './text-words.ts';

/** The recipient's time zone while we write a message. Several jobs run at once, so it can't be a global variable. */
const ownZone = new AsyncLocalStorage<string | null>();
writeTimesFor(() => ownZone.getStore() ?? null, { isMessage: true });

/** Texts that go out together share their statements. */
const textsTogether = 20;

export function messageHandlers(services: VendorServices, message: AnyMessage): HandledJob[] {
  const { email, text } = message.jobs;
  const texts = message.isLogin ? undefined : textsTogether;
  return [
    ...(email ? [handle(email, (data) => deliver(services, message, 'email', data))] : []),
    ...(text ? [handle(text, (data) => deliver(services, message, 'text', data), texts)] : []),
  ];
}

const findPerson = gatherWith(async (database: Database, ids: number[]) => {
  const found = await database
    .select()
    .from(people)
    .where(match(people, { id: ids }));
  return ids.map((id) => found.find((person) => person.id === id));
});

/** Reads the current state and sends under one lock, so that concurrent jobs can't send the message twice. */
function deliver(
  services: VendorServices,
  message: AnyMessage,
  channel: Channel,
  data: JobData<object>,
): Promise<void> {
  const { personId, again } = data;
  const about: object = message.about.parse(data);
  const group = message.isLogin ? 'login' : channel === 'email' ? 'mail' : 'texts';
  const lock = message.lock?.(personId, about) ?? JSON.stringify([message.kind, personId, about]);
  return services.queue.withLock(group, `${channel}: ${lock}`, async () => {
    const person = await findPerson(services.database, personId);
    if (!person || person.erasedAt) return;
    const to = { person, about, channel, again };
    const found = await message.find(services, to, services);
    if (found instanceof Outdated || !canReceive(message, to)) {
      await forgetUnsent(services, message, to);
      await message.afterwards?.(services, to, 'outdated');
      return;
    }
    const send = channel === 'email' ? sendMail : sendText;
    const isSent = await send(services, message, { ...to, ...found });
    await message.afterwards?.(services, to, isSent ? { sent: found } : 'refused');
  });
}

const maxDelaySeconds = 15 * 60;

/**
 * Postpones the text until morning unless it would be useless by then. Checks again every 15 minutes, because the
 * demo's clock can jump.
 */
function waitForDaytime(now: Date, usefulUntil: Date): void {
  const daytime = afterQuietHours(now);
  if (daytime <= now || daytime >= usefulUntil) return;
  const seconds = (daytime.getTime() - now.getTime()) / 1000;
  throw new TryLater(Math.min(seconds, maxDelaySeconds), 'Texts wait until morning.');
}

function canReceive(message: AnyMessage, { person, channel }: Addressed<object>): boolean {
  if (person.deactivatedAt && !message.reachesDeactivated) return false;
  if (channel === 'email' || message.isLogin) return true;
  return person.textPhone !== null && person.textConsent;
}

async function sendMail(services: VendorServices, message: AnyMessage, to: Addressed<object>) {
  const { timeZone, email, firstName } = to.person;
  const words = await ownZone.run(timeZone, () => message.mail?.(services, to));
  if (!words) return false;
  const { to: recipient = email, calendars, ...content } = words;
  const mail = layOutMail(services.settings, firstName, content);
  const row = noteOf(services, message, to, mail.text);
  await sendUnlessSent(services, { ...mail, to: recipient, calendars, row });
  return true;
}

async function sendText(services: VendorServices, message: AnyMessage, to: Addressed<object>) {
  const { person } = to;
  const write = (zone: string | null) => ownZone.run(zone, () => message.text?.(services, to));
  const full = await write(person.timeZone);
  // We pay per segment, so a text that doesn't fit in one segment shows only Pacific times.
  const isTooLong = person.timeZone && full && countSegments(full.body) > 1;
  const text = isTooLong ? await write(null) : full;
  const phone = text?.to ?? (message.isLogin ? person.phone : person.textPhone);
  if (!text || !phone) return false;
  const { body, searchText = body, usefulUntil, isAtAnyHour } = text;
  if (!isAtAnyHour) waitForDaytime(services.clock.now(), usefulUntil);
  const sender = message.isLogin ? 'login' : 'reminders';
  const content = { to: phone, body, searchText, usefulUntil, sender } as const;
  const row = noteOf(services, message, to, body);
  if (await sendLocked(services, { row, ...content })) return true;
  if (message.isLogin)
    throw new GiveUp('This person has opted out of texts with login links and codes.');
  await recordOptOut(services, person.id);
  return false;
}

function noteOf(
  { settings }: VendorServices,
  message: AnyMessage,
  to: Addressed<object>,
  words: string,
): MessageNote {
  const about: object = message.aboutSent?.(to) ?? to.about;
  const which = message.keyOf?.(to) ?? JSON.stringify(about);
  const { kind, isWrittenByStaff } = message;
  const { id: personId, role } = to.person;
  const body = withoutSecrets(settings, words, isWrittenByStaff);
  return { key: keyOf(kind, to, which), personId, kind, about, toStaff: isStaff(role), body };
}

const links = /https?:\/\/[^\s"<>]+/gi;
const codes = /\b\d{6}\b/g;
const plainPages = new Set<string>(Object.values(PAGES));
plainPages.delete(PAGES.verify);

/**
 * Removes codes, and all links except those to the portal's own pages, because any other link may sign someone in or
 * open a meeting. Messages written by staff keep six-digit numbers and links to other sites.
 */
export function withoutSecrets(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  words: string,
  isWrittenByStaff = false,
): string {
  const { host } = new URL(publicUrl);
  const isHarmless = (link: string) => {
    const url = URL.parse(link);
    return url?.host === host ? plainPages.has(url.pathname) : isWrittenByStaff;
  };
  const kept = words.replace(links, (link) => (isHarmless(link) ? link : '[link]'));
  return isWrittenByStaff ? kept : kept.replace(codes, '[code]');
}

/**
 * Deletes an unsent email's row from an earlier attempt. Deletes a text's row only if we can check that the provider
 * doesn't have the text.
 */
async function forgetUnsent(services: VendorServices, message: AnyMessage, to: Addressed<object>) {
  const { person, channel, about } = to;
  if (channel === 'text') {
    if (message.searchWords) await settleTextOf(services, message, to);
    return;
  }
  const isUnsent = and(
    match(sentMessages, { personId: person.id, kind: message.kind, channel, status: 'queued' }),
    sql`${sentMessages.about} @> ${JSON.stringify(about)}::jsonb`,
  );
  await services.database.delete(sentMessages).where(isUnsent);
}

/** The caller must hold the text's lock. */
export function settleTextOf(
  services: VendorServices,
  { kind, searchWords = '' }: Pick<AnyMessage, 'kind' | 'searchWords'>,
  to: Omit<Addressed<object>, 'channel'>,
): Promise<void> {
  return settleText(services, keyOf(kind, { ...to, channel: 'text' }), searchWords);
}
