import { hostAfterSubstitution, ownHost } from '../../course/hosts.ts';
import { isStaff } from '../../course/roles.ts';
import type { Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import { findRow } from '../database/rows.ts';
import { type classes, people } from '../database/schema.ts';
import { listClassesOfHost } from '../meetings/index.ts';
import { DomainError } from '../platform/errors.ts';
import type { Settings } from '../platform/settings.ts';

type HostSettings = Pick<Settings, 'meetings'>;

/**
 * Keeps the instructor's Zoom user from changing until the commit, because a change would move their classes to another
 * host.
 */
export async function lockInstructor(transaction: Transaction, instructorId: number | null) {
  if (instructorId !== null) await lockPeople(transaction, [instructorId], 'share');
}

/**
 * Throws for people who can't teach, such as deactivated instructors, who keep their classes but can't get new ones.
 */
export async function findHostOf(
  transaction: Transaction,
  { meetings }: HostSettings,
  instructorId: number | null,
): Promise<string | null> {
  if (instructorId === null) return null;
  const instructor = await findRow(transaction, people, { id: instructorId });
  if (!instructor || instructor.deactivatedAt || !isStaff(instructor.role)) {
    throw new DomainError('instructor-unknown');
  }
  return ownHost(instructor.zoomUser, meetings.hostUser);
}

interface Edit {
  startsAt: Date;
  instructorId: number | null;
  keepHost: boolean;
  now: Date;
}

/** Returns the host after the edit. Throws if that host has another class at the same time. */
export async function chooseHost(
  transaction: Transaction,
  settings: HostSettings,
  before: typeof classes.$inferSelect,
  { startsAt, instructorId, keepHost, now }: Edit,
): Promise<string | null> {
  const host =
    instructorId === before.instructorId
      ? before.host
      : hostAfterSubstitution({
          host: before.host,
          newInstructorsHost: await findHostOf(transaction, settings, instructorId),
          keepsHost: keepHost,
          startsAt: before.startsAt,
          now,
        });
  const isMoved = startsAt.getTime() !== before.startsAt.getTime();
  const slot = { host, startsAt, instructorId, classId: before.id };
  const needsHost = before.cancellationId === null && (isMoved || host !== before.host);
  if (needsHost) await refuseBusyHost(transaction, settings, slot);
  return host;
}

interface Slot {
  host: string | null;
  startsAt: Date;
  instructorId: number | null;
  /** The class that is being edited, which doesn't count as a conflict. Undefined for a new class. */
  classId?: number;
}

export type HostedClass = Omit<Slot, 'classId'> & { who: string | null };

export async function refuseBusyHost(transaction: Transaction, settings: HostSettings, slot: Slot) {
  const { host, startsAt, classId } = slot;
  const classIds = classId === undefined ? [] : [classId];
  const [other] = await listClassesOfHost(transaction, settings, host, [startsAt], classIds);
  const problem = hostProblem(slot, other && { ...other, host });
  if (problem) throw problem;
}

export function hostProblem(slot: Slot, other: HostedClass | undefined): DomainError | null {
  if (!other) return null;
  const { host, startsAt, instructorId } = slot;
  if (other.instructorId === instructorId) {
    return new DomainError('class-exists', { hasInstructor: instructorId !== null, startsAt });
  }
  return new DomainError('host-busy', { who: other.who, startsAt, isCourseHost: host === null });
}
