import type { Slot } from '../../contract/schedule.ts';
import { addWeeks } from '../../course/calendar-date.ts';
import {
  CLASS_TYPES,
  type ClassType,
  classTypeFor,
  EARLIEST_START_DATE,
} from '../../course/course.ts';
import { dayOfWeek } from '../../course/format-time.ts';
import { pacificWeekOf, pacificWeekWindow } from '../../course/pacific-time.ts';
import { proposePlan } from '../../course/plan.ts';
import { criteriaForNextClass } from '../../course/slot-choice.ts';
import { offerMakeupSlots, offerNextClassSlots, offerRescheduleSlots } from '../../course/slots.ts';
import type { Person } from '../database/schema.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { findKindProblem, type MoveKind, refuseOtherNumber, rejectIf } from './move-kind.ts';
import type { OpenClass, SchedulingQueries } from './queries.ts';

type Deps = Pick<Services, 'clock' | 'settings'>;

interface NextClass {
  weekOffset: number;
  /** The next class if absent, or one after it. */
  classNumber?: number | undefined;
}

interface Move {
  registrationId: number;
  weekOffset: number;
}

/** The class times that a student may choose from. */
export function openOffers({ clock, settings }: Deps, queries: SchedulingQueries) {
  return {
    /** Looks through the weeks around first, and through all that lie ahead only if these do not tell which way one can go. */
    async forNextClass(person: Person, { weekOffset, classNumber }: NextClass) {
      const now = clock.now();
      const { firstClass } = settings.site;
      const progress = await findProgress(person);
      const next = criteriaForNextClass(progress, firstClass, now);
      if (classNumber !== undefined && classNumber < next.classNumber) {
        refuseOtherNumber(classNumber, next.classNumber);
      }
      const classType = classTypeFor(classNumber ?? next.classNumber);
      const asked = { weekOffset, firstClass, classNumber, now };
      const offerFrom = (slots: OpenClass[]) =>
        describe(offerNextClassSlots(slots, progress, asked));
      const earliest = next.laterThan && next.laterThan > now ? next.laterThan : now;
      const { from, until } = weeksAround(weekOffset, { classType, earliest, now });
      const near = offerFrom(await queries.classesAhead(classType, from, until));
      if (near.canGoOn && (near.canGoBack || from <= earliest)) return near;
      return offerFrom(await queries.classesAhead(classType, now));
    },

    /** A time for each class that is left. */
    async forPlan(person: Person) {
      const now = clock.now();
      const { firstClass } = settings.site;
      const progress = await findProgress(person);
      const slots = await Promise.all(CLASS_TYPES.map((type) => queries.classesAhead(type, now)));
      const plan = proposePlan(slots.flat(), progress, { firstClass, now });
      return plan.map(({ classNumber, slot }) => ({
        classNumber,
        slot: slot && describeSlot(slot),
      }));
    },

    async forReschedule(person: Person, { registrationId, weekOffset }: Move) {
      const { slots, progress, moved, now } = await prepareMove(
        'reschedule',
        person,
        registrationId,
      );
      return describe(offerRescheduleSlots(slots, progress, moved, { weekOffset, now }));
    },

    async forMakeup(person: Person, { registrationId, weekOffset }: Move) {
      const { slots, progress, moved, now } = await prepareMove('makeup', person, registrationId);
      return describe(offerMakeupSlots(slots, progress, moved, { weekOffset, now }));
    },
  };

  async function findProgress(person: Person) {
    return {
      startDate: person.startDate ?? EARLIEST_START_DATE,
      registrations: await queries.heldClasses(person.id),
    };
  }

  async function prepareMove(kind: MoveKind, person: Person, registrationId: number) {
    const now = clock.now();
    const progress = await findProgress(person);
    const moved = progress.registrations.find(({ id }) => id === registrationId);
    if (!moved) throw new DomainError('not-found');
    rejectIf(findKindProblem(kind, moved, now));
    const slots = await queries.classesAhead(classTypeFor(moved.classNumber), now);
    return { slots, progress, moved, now };
  }
}

/** How many weeks, from the one asked for, nearly always have a slot in a later week. */
const weeksAhead: Record<ClassType, number> = { Weekly: 2, Monthly: 5 };
const weeksBehind = 1;

interface Search {
  classType: ClassType;
  /** No slot is offered before it. */
  earliest: Date;
  now: Date;
}

function weeksAround(weekOffset: number, { classType, earliest, now }: Search) {
  const asked = addWeeks(pacificWeekOf(now), weekOffset);
  const { start } = pacificWeekWindow(addWeeks(asked, -weeksBehind));
  const until = pacificWeekWindow(addWeeks(asked, weeksAhead[classType])).start;
  return { from: start > earliest ? start : earliest, until };
}

function describe<Offer extends { classes: OpenClass[] }>(offer: Offer) {
  return { ...offer, classes: offer.classes.map(describeSlot) };
}

export function describeSlot({ id, startsAt, instructorFirstName }: OpenClass): Slot {
  return {
    id,
    startTime: startsAt.toISOString(),
    dayOfWeek: dayOfWeek(startsAt),
    ...(instructorFirstName !== null && { instructorFirstName }),
  };
}
