import { and, eq, gt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { hasStarted } from '../../../course/class-state.ts';
import { classTypeFor, EARLIEST_START_DATE } from '../../../course/course.ts';
import { proposeMakeupSlots } from '../../../course/makeup-proposal.ts';
import type { Reader, Transaction } from '../../database/connect.ts';
import { instructors, isSeat } from '../../database/joins.ts';
import { findNewest } from '../../database/rows.ts';
import {
  attendance,
  classes,
  makeupProposals,
  type Person,
  people,
  proposedSlots,
  registrations,
} from '../../database/schema.ts';
import { wasInRoom } from '../../database/seen-in-room.ts';
import { hasPlace, isStanding, placesLeft } from '../../database/standing.ts';
import { endOfSearch, selectClassesAhead, selectHeldClasses } from '../queries.ts';

/** Returns the IDs of the classes that we propose as makeup times, soonest first. */
export async function findMakeupTimes(
  transaction: Transaction,
  { id, startDate }: Pick<Person, 'id' | 'startDate'>,
  registrationId: number,
  now: Date,
): Promise<number[]> {
  const held = await selectHeldClasses(transaction, id);
  const missed = held.find((registration) => registration.id === registrationId);
  if (!missed) return [];
  const ahead = await selectClassesAhead(transaction, {
    classType: classTypeFor(missed.classNumber),
    from: now,
    until: endOfSearch(now),
  });
  const progress = { startDate: startDate ?? EARLIEST_START_DATE, registrations: held };
  return proposeMakeupSlots(ahead, progress, missed, now).map((slot) => slot.id);
}

const missed = alias(classes, 'missed');

function selectProposals(reader: Reader) {
  return reader
    .select({
      proposal: makeupProposals,
      person: people,
      classNumber: registrations.classNumber,
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

/** Returns undefined if the proposal's registration has ended or is suspended. */
export async function findProposal(reader: Reader, id: number): Promise<Proposal | undefined> {
  const [found] = await selectProposals(reader).where(eq(makeupProposals.id, id));
  return found;
}

/** Replies to a proposal refer to the newest one, even if none of its times is still available. */
export async function findNewestProposal(reader: Reader, personId: number) {
  const newest = await findNewest(reader, makeupProposals, { personId }, makeupProposals.id);
  return newest && findProposal(reader, newest.id);
}

export async function isOpen(reader: Reader, { proposal, person, current }: Proposal, now: Date) {
  const { personId, missedClassId, validUntil } = proposal;
  if (person.deactivatedAt || person.role !== 'student' || now >= validUntil) return false;
  // If the class was moved to the future, the student hasn't missed it.
  if (current.classId !== missedClassId || !hasStarted(current.startsAt, now)) return false;
  const whereSeen = isSeat(attendance, personId, missedClassId);
  return (await reader.$count(attendance, whereSeen)) === 0;
}

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
    .where(
      and(
        eq(proposedSlots.proposalId, proposalId),
        isStanding,
        gt(classes.startsAt, now),
        sql`coalesce(${placesLeft}, 1) > 0`,
      ),
    )
    .orderBy(proposedSlots.number);
}
