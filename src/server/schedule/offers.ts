import type { ParamsOf, QueryOf } from '../../contract/endpoint.ts';
import type { scheduleCalls } from '../../contract/schedule.ts';
import { addWeeks } from '../../course/calendar-date.ts';
import {
  CLASS_TYPES,
  type ClassType,
  classTypeFor,
  EARLIEST_START_DATE,
  LAST_CLASS_NUMBER,
} from '../../course/course.ts';
import { dayOfWeek } from '../../course/format-time.ts';
import { pacificWeekOf, pacificWeekWindow } from '../../course/pacific-time.ts';
import { isFull } from '../../course/places.ts';
import { proposePlan } from '../../course/plan.ts';
import {
  criteriaForNextClass,
  findKindProblem,
  type MoveKind,
  type SlotProblem,
} from '../../course/slot-choice.ts';
import { offerMakeupSlots, offerNextClassSlots, offerRescheduleSlots } from '../../course/slots.ts';
import type { Viewer } from '../database/viewer.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import type { OpenClass, SchedulingQueries } from './queries.ts';

type NextClass = QueryOf<typeof scheduleCalls.offerClasses>;
type Move = ParamsOf<typeof scheduleCalls.offerMakeupSlots>;

export function openOffers({ clock, settings }: Services, queries: SchedulingQueries) {
  const { firstClass } = settings.site;
  return {
    /**
     * Starts with the weeks near the requested one. Reads all upcoming weeks only if the nearby ones don't show whether
     * the back and forward arrows should be enabled.
     */
    async forNextClass(person: Viewer, { weekOffset, classNumber }: NextClass) {
      const now = clock.now();
      const progress = await findProgress(person);
      const next = criteriaForNextClass(progress, firstClass, now);
      if (classNumber !== undefined && classNumber < next.classNumber) {
        refuseOtherNumber(classNumber, next.classNumber);
      }
      const classType = classTypeFor(classNumber ?? next.classNumber);
      const asked = { weekOffset, firstClass, classNumber, now };
      const offerFrom = (slots: OpenClass[]) =>
        toOffer(offerNextClassSlots(slots, progress, asked));
      const earliest = next.laterThan && next.laterThan > now ? next.laterThan : now;
      const { from, until } = nearbyWeeks(weekOffset, { classType, earliest, now });
      const near = offerFrom(await queries.classesAhead(classType, from, until));
      if (near.canGoOn && (near.canGoBack || from <= earliest)) return near;
      return offerFrom(await queries.classesAhead(classType, now));
    },

    async forPlan(person: Viewer) {
      const now = clock.now();
      const progress = await findProgress(person);
      const slots = await Promise.all(CLASS_TYPES.map((type) => queries.classesAhead(type, now)));
      const plan = proposePlan(slots.flat(), progress, { firstClass, now });
      return plan.map(({ classNumber, slot }) => ({ classNumber, slot: slot && toSlot(slot) }));
    },

    async forReschedule(person: Viewer, { registrationId, weekOffset }: Move) {
      const { slots, progress, moved, now } = await prepare('reschedule', person, registrationId);
      return toOffer(offerRescheduleSlots(slots, progress, moved, { weekOffset, now }));
    },

    async forMakeup(person: Viewer, { registrationId, weekOffset }: Move) {
      const { slots, progress, moved, now } = await prepare('makeup', person, registrationId);
      return toOffer(offerMakeupSlots(slots, progress, moved, { weekOffset, now }));
    },
  };

  async function findProgress({ id, startDate }: Viewer) {
    const registrations = await queries.heldClasses(id);
    return { startDate: startDate ?? EARLIEST_START_DATE, registrations };
  }

  async function prepare(kind: MoveKind, person: Viewer, registrationId: number) {
    const now = clock.now();
    const progress = await findProgress(person);
    const moved = progress.registrations.find(({ id }) => id === registrationId);
    if (!moved) throw new DomainError('not-found');
    rejectIf(findKindProblem(kind, moved, now));
    const slots = await queries.classesAhead(classTypeFor(moved.classNumber), now);
    return { slots, progress, moved, now };
  }
}

/**
 * How many weeks to read, starting with the requested one. The later weeks nearly always have a slot, so we rarely have
 * to read more to know whether the forward arrow should be enabled.
 */
const weeksAhead: Record<ClassType, number> = { Weekly: 2, Monthly: 5 };

function nearbyWeeks(
  weekOffset: number,
  { classType, earliest, now }: { classType: ClassType; earliest: Date; now: Date },
) {
  const asked = addWeeks(pacificWeekOf(now), weekOffset);
  const { start } = pacificWeekWindow(addWeeks(asked, -1));
  const until = pacificWeekWindow(addWeeks(asked, weeksAhead[classType])).start;
  return { from: start > earliest ? start : earliest, until };
}

function toOffer<Offer extends { classes: OpenClass[] }>(offer: Offer) {
  return { ...offer, classes: offer.classes.map(toSlot) };
}

export function toSlot({ id, startsAt, instructorFirstName, placesLeft }: OpenClass) {
  return {
    id,
    startTime: startsAt,
    dayOfWeek: dayOfWeek(startsAt),
    ...(instructorFirstName !== null && { instructorFirstName }),
    placesLeft,
    isFull: isFull(placesLeft),
  };
}

export function rejectIf(problem: SlotProblem | null): void {
  if (problem) throw new DomainError(problem);
}

export function refuseOtherNumber(requested: number, next: number): void {
  if (next > LAST_CLASS_NUMBER) throw new DomainError('all-chosen');
  if (requested !== next) throw new DomainError('other-class-next', { meant: requested, next });
}
