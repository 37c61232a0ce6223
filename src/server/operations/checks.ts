import { Resolver } from 'node:dns/promises';
import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Check } from '../../contract/operations.ts';
import { machineClock } from '../platform/clock.ts';
import { maskContacts, originOf } from '../platform/log.ts';
import {
  type CheckContext,
  type CheckResult,
  type CheckServices,
  problem,
} from './check-result.ts';
import * as machine from './machine-checks.ts';
import { mailRecordChecks } from './mail-checks.ts';
import * as records from './record-checks.ts';
import { checkVersion } from './updates.ts';
import * as vendors from './vendor-checks.ts';

interface Checked extends Pick<Check, 'name' | 'chapter'> {
  /** Returns null if this check doesn't apply. */
  run(context: CheckContext): CheckResult | null | Promise<CheckResult | null>;
}

const checks: Checked[] = [
  { name: 'Version', chapter: 'upgrade', run: checkVersion },
  { name: 'Public URL', chapter: '2-settings', run: machine.checkPublicUrl },
  { name: 'Names and email addresses', chapter: '2-settings', run: machine.checkNames },
  { name: 'Reverse proxy', chapter: 'proxy-and-several-nodes', run: machine.checkProxy },
  { name: 'Clock', chapter: '1-machine-and-database', run: machine.checkClock },
  { name: 'Standby', chapter: 'proxy-and-several-nodes', run: machine.checkStandby },
  { name: 'Disk space', chapter: '1-machine-and-database', run: machine.checkDisk },
  { name: 'Backup', chapter: 'backup-and-restore', run: machine.checkBackup },
  { name: 'Email server', chapter: '3-mail', run: vendors.checkMail },
  { name: 'Last email', chapter: '3-mail', run: records.checkLastMail },
  ...mailRecordChecks,
  { name: 'Zoom app', chapter: '4-zoom', run: vendors.checkMeetingsApp },
  { name: 'Zoom host', chapter: '4-zoom', run: vendors.checkMeetingHost },
  { name: 'Instructors’ Zoom users', chapter: '4-zoom', run: vendors.checkInstructorHosts },
  { name: 'Zoom events', chapter: '4-zoom', run: records.checkMeetingEvents },
  { name: 'Twilio account', chapter: '5-twilio', run: vendors.checkTextAccount },
  { name: 'Login text sender', chapter: '5-twilio', run: vendors.checkLoginSender },
  { name: 'Reminder sender', chapter: '5-twilio', run: vendors.checkReminderSender },
  { name: 'Text length', chapter: '2-settings', run: records.checkTextLength },
  { name: 'Retreat site', chapter: '6-retreat-site', run: records.checkRetreatSite },
];

export async function runChecks(
  services: CheckServices,
  { timeoutMs = 10_000, only }: { timeoutMs?: number; only?: string | undefined } = {},
): Promise<Check[]> {
  const context = {
    standby: undefined,
    forwarding: null,
    machine: machineClock,
    dns: new Resolver({ timeout: 3000, tries: 1 }),
    findSpace: statfs,
    ...services,
  };
  const selected = checks.filter(({ name }) => !only || name === only);
  const done = await Promise.all(
    selected.map(async ({ name, chapter, run }) => {
      const result = await withinTimeout(async () => run(context), timeoutMs).catch(explain);
      return result && { name, chapter, ...result };
    }),
  );
  return done.filter((check) => check !== null);
}

function withinTimeout<Value>(run: () => Promise<Value>, timeoutMs: number): Promise<Value> {
  const late = pause(timeoutMs, null, { ref: false }).then(() => {
    throw new Error(`no response within ${timeoutMs / 1000} seconds`);
  });
  return Promise.race([run(), late]);
}

function explain(error: Error): CheckResult {
  const reason = maskContacts(originOf(error).message).replace(/\.$/, '') || 'unknown reason';
  return problem(`This check failed: ${reason}.`);
}
