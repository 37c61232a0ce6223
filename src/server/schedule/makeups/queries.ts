import { and, desc, eq, gt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { hasStarted } from '../../../course/class-time.ts';
import type { Transaction } from '../../database/connect.ts';
import {
  attendance,
  classes,
  makeupProposals,
  people,
  proposedSlots,
  registrations,
} from '../../database/schema.ts';
import { wasInRoom } from '../../database/seen-in-room.ts';
import { hasPlace, isStanding } from '../../database/standing.ts';

type Reader = Pick<Transaction, 'select' | '$count'>;

const missed = alias(classes, 'missed');
const instructors = alias(people, 'instructors');

function selectProposals(reader: Reader) {
  return reader
    .select({
      proposal: makeupProposals,
      person: people,
      classNumber: registrations.classNumber,
      /** Where the registration is now. */
      current: { classId: registrations.classId, startsAt: classes.startsAt },
      missedStart: missed.startsAt,
      wasHeld: missed.wasHeld,
      wasInRoom: wasInRoom({
        personId: makeupProposals.personId,
        classId: missed.id,
        startsAt: missed.startsAt,
      }),
    })
    .from(makeupProposals)
    .innerJoin(people, eq(people.id, makeupProposals.personId))
    .innerJoin(registrations, and(eq(registrations.id, makeupProposals.registrationId), hasPlace))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(missed, eq(missed.id, makeupProposals.missedClassId));
}

export type Proposal = Awaited<ReturnType<typeof selectProposals>>[number];

/** Undefined once the registration was cancelled, and while it waits because the class chosen for it was. */
export async function findProposal(reader: Reader, id: number): Promise<Proposal | undefined> {
  const [found] = await selectProposals(reader).where(eq(makeupProposals.id, id));
  return found;
}

/** What a reply of this person is about: their newest message counts, also where nothing is left to choose of it. */
export async function findNewestProposal(
  reader: Reader,
  personId: number,
): Promise<Proposal | undefined> {
  const [newest] = await reader
    .select({ id: makeupProposals.id })
    .from(makeupProposals)
    .where(eq(makeupProposals.personId, personId))
    .orderBy(desc(makeupProposals.id))
    .limit(1);
  return newest && findProposal(reader, newest.id);
}

/** Whether there is still something to make up, and no time was chosen for it. */
export async function isOpen(
  reader: Reader,
  { proposal, person, current }: Proposal,
  now: Date,
): Promise<boolean> {
  const { personId, missedClassId, validUntil } = proposal;
  if (person.deactivatedAt || person.role !== 'student' || now >= validUntil) return false;
  // A class that was moved to a time to come was not missed.
  if (current.classId !== missedClassId || !hasStarted(current.startsAt, now)) return false;
  const whereSeen = and(eq(attendance.personId, personId), eq(attendance.classId, missedClassId));
  return (await reader.$count(attendance, whereSeen)) === 0;
}

/** Those that can still be chosen, as far as the classes themselves say. */
export function listSlotsAhead(reader: Reader, proposalId: number, now: Date) {
  return reader
    .select({
      number: proposedSlots.number,
      startsAt: classes.startsAt,
      instructorFirstName: instructors.firstName,
    })
    .from(proposedSlots)
    .innerJoin(classes, eq(classes.id, proposedSlots.classId))
    .leftJoin(instructors, eq(instructors.id, classes.instructorId))
    .where(and(eq(proposedSlots.proposalId, proposalId), isStanding, gt(classes.startsAt, now)))
    .orderBy(proposedSlots.number);
}
