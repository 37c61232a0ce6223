import { eq } from 'drizzle-orm';
import type { AuditAction } from '../../../contract/audit-actions.ts';
import type { ClearingKind } from '../../../course/clearing.ts';
import { isStaff } from '../../../course/roles.ts';
import { alumniWelcome, forgetFailedLinks, returnLink, sendWelcome } from '../../accounts/index.ts';
import type { Transaction } from '../../database/connect.ts';
import { updateRows } from '../../database/rows.ts';
import { type Person, people, registrations } from '../../database/schema.ts';
import { leaveMeetings } from '../../meetings/index.ts';
import { endStudentConsent, restoreStudentConsent } from '../../messages/index.ts';
import { type Actor, audit } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import {
  deletePlannedReminders,
  planReminders,
  reopenRetreatReminder,
} from '../../reminders/index.ts';
import { leaveWaitingLists } from '../../schedule/index.ts';
import { refuseOtherVersion } from '../commands.ts';
import { clearSchedule } from './clear-schedule.ts';
import { applyReturn, describePlan, type Locked, withLockedMember } from './return-classes.ts';

interface Context extends Pick<Locked, 'person' | 'clearing'> {
  services: Services;
  transaction: Transaction;
  consent: { personId: number; ip: string; at: Date };
}

type Update = { columns: Partial<Person>; audited?: Partial<Person> };

export interface MemberChange {
  action: AuditAction;
  clears?: ClearingKind;
  returns?: ClearingKind;
  /** Throws if the change isn't allowed. Returns false if there is nothing to change. */
  isNeeded: (context: Context) => boolean | Promise<boolean>;
  update: (context: Context) => Update | Promise<Update>;
  follow?: (context: Context) => Promise<void>;
  link?: Parameters<typeof sendWelcome>[3] | false;
}

/** Idempotent. `cleared` is the number of upcoming classes that we removed from the schedule. */
export function changeMember(services: Services, actor: Actor, id: number, change: MemberChange) {
  const { clears, returns } = change;
  const asked = { personId: id, actorId: actor.id, kind: returns };
  return withLockedMember(services, asked, async (transaction, locked) => {
    const { person } = locked;
    const at = services.clock.now();
    const consent = { personId: id, ip: actor.ip, at };
    const context = { services, transaction, consent, ...locked };
    const returned = describePlan(locked.plan);
    const isChanged = await change.isNeeded(context);
    if (!isChanged) return { person, isChanged, cleared: 0, returned };
    const { columns, audited = columns } = await change.update(context);
    await updateRows(transaction, people, { id }, columns);
    const changed = { ...person, ...columns };
    let cleared = 0;
    if (clears) {
      const clearing = { personId: id, clearedBy: actor.id, kind: clears };
      cleared = await clearSchedule(services, transaction, clearing);
      await deletePlannedReminders(transaction, id);
      await leaveWaitingLists({ queue: services.queue, now: at, actor }, transaction, id);
    }
    if (returns) {
      await applyReturn(services, transaction, locked, actor.id);
      if (changed.role === 'student') await planAllReminders(transaction, id, at);
    }
    await change.follow?.(context);
    await audit(transaction, actor, at, change.action, {
      person: id,
      before: Object.fromEntries(
        Object.keys(audited).map((name) => [name, person[name as keyof Person]]),
      ),
      after: {
        ...audited,
        ...(clears && { classesCleared: cleared }),
        ...(returns && {
          classesRestored: numbersOf(returned.back),
          classesNotRestored: numbersOf(returned.left),
          classesReplaced: numbersOf(returned.yielding),
        }),
      },
    });
    if (change.link) await sendWelcome(services, transaction, id, change.link);
    return { person: changed, isChanged, cleared, returned };
  });
}

const numbersOf = (classes: { classNumber: number }[]) =>
  classes.map(({ classNumber }) => classNumber);

/**
 * Includes classes that stayed on the schedule, because their reminders were deleted when the role or access changed.
 */
async function planAllReminders(transaction: Transaction, studentId: number, at: Date) {
  const held = await transaction
    .select({ id: registrations.id })
    .from(registrations)
    .where(eq(registrations.studentId, studentId));
  const ids = held.map(({ id }) => id);
  await planReminders(transaction, ids, at);
}

/** Rejects staff, who have separate commands. Those make sure that at least one admin remains. */
function requireMember({ role }: Person): void {
  if (isStaff(role)) throw new DomainError('not-a-member');
}

function requireActiveStudent({ role, deactivatedAt }: Person): void {
  if (role !== 'student' || deactivatedAt) throw new DomainError('not-found');
}

const linkIf = (sendLink: boolean) => sendLink && { message: returnLink };

export const memberChanges = {
  /** Sessions stay valid, because the role is read on every request. */
  makeAlumnus: (afterSeconds = 0): MemberChange => ({
    action: 'person: made alumni',
    clears: 'alumni',
    isNeeded({ person }) {
      if (person.deactivatedAt) throw new DomainError('not-found');
      requireMember(person);
      return person.role === 'student';
    },
    async update({ transaction, person, consent }) {
      if (person.textConsent) await endStudentConsent(transaction, consent);
      return {
        columns: { role: 'alumni', textContinueClicked: false },
        audited: { role: 'alumni', textConsent: false },
      };
    },
    link: { message: alumniWelcome, afterSeconds },
  }),

  makeStudent: ({ sendLink }: { sendLink: boolean }): MemberChange => ({
    action: 'person: made student again',
    returns: 'alumni',
    isNeeded({ person }) {
      if (person.role === 'student') return false;
      requireMember(person);
      if (person.deactivatedAt) throw new DomainError('person-deactivated');
      if (!person.startDate) throw new DomainError('start-date-missing');
      return true;
    },
    async update({ transaction, person, consent }) {
      const textConsent = await restoreStudentConsent(transaction, consent, person);
      await deletePlannedReminders(transaction, person.id);
      return {
        columns: { role: 'student', textContinueClicked: textConsent },
        audited: { role: 'student', textConsent },
      };
    },
    follow: ({ services, transaction, person }) => leaveMeetings(services, transaction, person.id),
    link: linkIf(sendLink),
  }),

  /** A trigger ends the person's sessions and links. */
  deactivate: {
    action: 'person: deactivated',
    clears: 'deactivation',
    isNeeded({ person }) {
      requireMember(person);
      return person.deactivatedAt === null;
    },
    update: ({ consent: { at } }) => ({ columns: { deactivatedAt: at } }),
    async follow({ services, transaction, person }) {
      await leaveMeetings(services, transaction, person.id);
      await forgetFailedLinks(transaction, person.id);
    },
  } satisfies MemberChange,

  reactivate: ({ sendLink }: { sendLink: boolean }): MemberChange => ({
    action: 'person: reactivated',
    returns: 'deactivation',
    isNeeded({ person }) {
      requireMember(person);
      return person.deactivatedAt !== null;
    },
    update: () => ({ columns: { deactivatedAt: null } }),
    link: linkIf(sendLink),
  }),

  /** If the start date has changed again since the reset, the newer date stays. */
  undoReset: (clearingId: number): MemberChange => ({
    action: 'student: reset undone',
    returns: 'reset',
    isNeeded({ person, clearing }) {
      requireActiveStudent(person);
      return clearing?.id === clearingId;
    },
    update({ person, clearing }) {
      const isStill = person.startDate === clearing?.startDateAfter;
      return { columns: { startDate: isStill ? clearing.startDateBefore : person.startDate } };
    },
  }),

  transfer: (transferStudent: boolean, version: number | undefined): MemberChange => ({
    action: 'student: transfer flag changed',
    async isNeeded({ person }) {
      requireActiveStudent(person);
      if (person.transferStudent === transferStudent) return false;
      await refuseOtherVersion(person, version);
      return true;
    },
    update: () => ({ columns: { transferStudent } }),
    async follow({ transaction, consent: { personId, at } }) {
      if (!transferStudent) await reopenRetreatReminder(transaction, personId, at);
    },
  }),
};
