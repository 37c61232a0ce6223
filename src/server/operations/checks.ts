import type { Check } from '../../contract/operations.ts';
import { machineClock } from '../platform/clock.ts';
import { maskContacts, originOf } from '../platform/log.ts';
import {
  type CheckContext,
  type CheckResult,
  type CheckServices,
  problem,
} from './check-result.ts';
import {
  checkBackup,
  checkClock,
  checkNames,
  checkProxy,
  checkPublicUrl,
} from './machine-checks.ts';
import {
  checkComparison,
  checkMeetingEvents,
  checkRetreatSite,
  checkTextLength,
} from './record-checks.ts';
import {
  checkInstructorHosts,
  checkLoginSender,
  checkMail,
  checkMeetingHost,
  checkMeetingsApp,
  checkReminderSender,
  checkTextAccount,
} from './vendor-checks.ts';

interface Checked extends Pick<Check, 'name' | 'chapter'> {
  /** Null where there is nothing to check. */
  run(context: CheckContext): CheckResult | null | Promise<CheckResult | null>;
}

const checks: Checked[] = [
  { name: 'Public address', chapter: '2-settings', run: checkPublicUrl },
  { name: 'Names and addresses', chapter: '2-settings', run: checkNames },
  { name: 'Proxy in front', chapter: 'proxy-and-several-nodes', run: checkProxy },
  { name: 'Clock', chapter: '1-machine-and-database', run: checkClock },
  { name: 'Backup', chapter: 'backup-and-restore', run: checkBackup },
  { name: 'Mail server', chapter: '3-mail', run: checkMail },
  { name: 'Zoom app', chapter: '4-zoom', run: checkMeetingsApp },
  { name: 'Zoom host', chapter: '4-zoom', run: checkMeetingHost },
  { name: 'Instructors’ Zoom users', chapter: '4-zoom', run: checkInstructorHosts },
  { name: 'Zoom events', chapter: '4-zoom', run: checkMeetingEvents },
  { name: 'Twilio account', chapter: '5-twilio', run: checkTextAccount },
  { name: 'Sender of login texts', chapter: '5-twilio', run: checkLoginSender },
  { name: 'Sender of reminders', chapter: '5-twilio', run: checkReminderSender },
  { name: 'Length of texts', chapter: '2-settings', run: checkTextLength },
  { name: 'Retreat site', chapter: '6-retreat-site', run: checkRetreatSite },
  {
    name: 'Nightly comparison with Zoom',
    chapter: '11-when-something-fails',
    run: checkComparison,
  },
];

const defaultTimeoutMs = 10_000;

interface Options {
  timeoutMs?: number;
  /** Only the one of this name. */
  only?: string | undefined;
}

/** All at once, in the order of the list. None waits longer than the timeout, and none spoils the others. */
export async function runChecks(
  services: CheckServices,
  { timeoutMs = defaultTimeoutMs, only }: Options = {},
): Promise<Check[]> {
  const context = { machine: machineClock, ...services };
  const wanted = checks.filter(({ name }) => !only || name === only);
  const done = await Promise.all(
    wanted.map(async ({ name, chapter, run }) => {
      const result = await withinTimeout(async () => run(context), timeoutMs).catch(explain);
      return result && { name, chapter, ...result };
    }),
  );
  return done.filter((check) => check !== null);
}

async function withinTimeout<Value>(run: () => Promise<Value>, timeoutMs: number) {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = new Error(`no answer came within ${timeoutMs / 1000} seconds`);
  const timer = setTimeout(() => reject(late), timeoutMs);
  try {
    return await Promise.race([run(), promise]);
  } finally {
    clearTimeout(timer);
  }
}

function explain(error: Error): CheckResult {
  const reason = maskContacts(originOf(error).message).replace(/\.$/, '') || 'no reason is known';
  return problem(`This does not work: ${reason}.`);
}
