import { PACIFIC_ZONE } from '../../course/course.ts';
import type { TextSender } from '../integrations/texts/port.ts';
import { findMailTrouble } from '../messaging/mail-hold.ts';
import { type CheckContext, type Finding, ok, problem, warning } from './finding.ts';

export async function checkMail({
  mailer,
  database,
}: Pick<CheckContext, 'mailer' | 'database'>): Promise<Finding> {
  const { isEncrypted } = await mailer.check();
  // It lets the portal in, and may refuse what comes then: the sender, or to pass mails on.
  const trouble = await findMailTrouble(database);
  if (trouble) return problem(trouble);
  if (isEncrypted) return ok('It answers, encrypts, and lets the portal in.');
  return warning(
    'It answers and lets the portal in, but without TLS: passwords and login links can be read on the way.',
  );
}

export async function checkMeetingsApp({
  meetings,
}: Pick<CheckContext, 'meetings'>): Promise<Finding> {
  const missing = await meetings.findMissingRights();
  if (!missing) return warning('Zoom lets the portal in, and does not say what it may do.');
  if (missing.length === 0) return ok('Zoom lets the portal in, and its app has every scope.');
  return problem(`The app at Zoom lacks scopes that the portal needs: ${missing.join(', ')}.`);
}

export async function checkMeetingHost({
  meetings,
}: Pick<CheckContext, 'meetings'>): Promise<Finding> {
  const host = await meetings.findHost();
  if (!host) {
    return warning(
      'The portal may not look at the host: give the app at Zoom the scope user:read:admin or user:read:user:admin.',
    );
  }
  if (!host.isActive) return problem('The user of ZOOM_HOST_USER is not active at Zoom.');
  if (!host.isLicensed) {
    return problem(
      'The user of ZOOM_HOST_USER has no licence at Zoom, so no meeting takes registrants.',
    );
  }
  if (host.timeZone && host.timeZone !== PACIFIC_ZONE) {
    return warning(
      `The host’s time zone at Zoom is ${host.timeZone}, so times there differ from those of the portal (${PACIFIC_ZONE}).`,
    );
  }
  return ok('The host is active at Zoom and has a licence.');
}

export async function checkTextAccount({ texts }: Pick<CheckContext, 'texts'>): Promise<Finding> {
  const { isActive, isTrial } = await texts.findAccount();
  if (!isActive) return problem('The account at Twilio is not active: it was suspended or closed.');
  if (isTrial) return warning('It is a trial account: only numbers verified at Twilio get texts.');
  return ok('The account at Twilio is active.');
}

type SenderContext = Pick<CheckContext, 'texts' | 'settings'>;

export async function checkLoginSender({ texts }: SenderContext): Promise<Finding> {
  const sender = await texts.findSender('login');
  return whyUnusable(sender, 'TWILIO_LOGIN_SENDER') ?? ok('Twilio has it, and it can send texts.');
}

export async function checkReminderSender({ texts, settings }: SenderContext): Promise<Finding> {
  const { login, reminders } = settings.texts.senders;
  if (login === reminders) {
    return problem('It is the sender of login links too, so STOP to reminders locks people out.');
  }
  const sender = await texts.findSender('reminders');
  const unusable = whyUnusable(sender, 'TWILIO_REMINDER_SENDER');
  if (unusable) return unusable;
  const repliesUrl = `${settings.publicUrl}/api/webhooks/twilio/replies`;
  if (sender?.repliesTo === null) {
    return warning(
      `Twilio has it, but the address for replies is set elsewhere there: see that it is ${repliesUrl}.`,
    );
  }
  if (sender?.repliesTo !== repliesUrl) {
    return warning(`Replies such as STOP are not posted to ${repliesUrl}: set that at Twilio.`);
  }
  return ok('Twilio has it, it can send texts, and replies come to the portal.');
}

function whyUnusable(sender: TextSender | null, setting: string): Finding | undefined {
  if (!sender) return problem(`The account at Twilio has no sender as ${setting} says.`);
  if (!sender.canSendTexts) return problem(`The number of ${setting} cannot send texts.`);
  return undefined;
}
