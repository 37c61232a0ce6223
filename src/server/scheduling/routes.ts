import type { FastifyInstance } from 'fastify';
import { noSuchThing } from '../../contract/fields.ts';
import { type Slot, schedulingCalls } from '../../contract/scheduling.ts';
import { addWeeks } from '../../course/calendar-date.ts';
import { classTypeFor, EARLIEST_START_DATE } from '../../course/course.ts';
import { dayOfWeek, pacificWeekOf, pacificWeekWindow } from '../../course/pacific-time.ts';
import { wishForNextClass } from '../../course/slot-choice.ts';
import { offerMakeupSlots, offerNextClassSlots, offerRescheduleSlots } from '../../course/slots.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { Refusal } from '../http/refusal.ts';
import { type Front, serve } from '../http/serve.ts';
import type { Person } from '../http/session.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Settings } from '../settings.ts';
import { chooseClass, moveRegistration } from './commands.ts';
import { type MoveKind, refuseKind } from './move-kind.ts';
import { type OpenClass, openScheduling } from './queries.ts';
import { turnDown } from './refusals.ts';

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  settings: Settings;
}

export function serveScheduling(app: FastifyInstance, parts: Parts, front: Front): void {
  const { clock, settings } = parts;
  const { firstClass } = settings.site;
  const scheduling = openScheduling(parts.database);

  serve(
    app,
    schedulingCalls,
    {
      async offerClasses({ query: { weekOffset }, person }) {
        const now = clock.now();
        const learner = await learnerOf(person);
        const classType = classTypeFor(wishForNextClass(learner, firstClass, now).classNumber);
        const offerFrom = (slots: OpenClass[]) =>
          describe(offerNextClassSlots(slots, learner, { weekOffset, firstClass, now }));
        const { from, until } = weeksAround(weekOffset, now);
        const near = offerFrom(await scheduling.classesAhead(classType, from, until));
        if (near.firstFutureWeek !== null) return near;
        return offerFrom(await scheduling.classesAhead(classType, now));
      },

      async chooseClass({ params, person }) {
        return chooseClass(parts, person.id, params.classId);
      },

      async offerRescheduleSlots({ params: { registrationId, weekOffset }, person }) {
        const { slots, learner, moved, now } = await prepareMove(
          'reschedule',
          person,
          registrationId,
        );
        return describe(offerRescheduleSlots(slots, learner, moved, { weekOffset, now }));
      },

      async rescheduleClass({ params, body, person, request }) {
        const move = { ...params, ...body, kind: 'reschedule', address: request.ip } as const;
        return moveRegistration(parts, person.id, move);
      },

      async offerMakeupSlots({ params: { registrationId, weekOffset }, person }) {
        const { slots, learner, moved, now } = await prepareMove('makeup', person, registrationId);
        return describe(offerMakeupSlots(slots, learner, moved, { weekOffset, now }));
      },

      async scheduleMakeup({ params, body, person, request }) {
        const move = { ...params, ...body, kind: 'makeup', address: request.ip } as const;
        return moveRegistration(parts, person.id, move);
      },

      async getSchedule({ person }) {
        return scheduling.schedule(person.id);
      },

      async getAttendance({ person }) {
        return scheduling.attendance(person.id);
      },
    },
    front,
  );

  async function learnerOf(person: Person) {
    return {
      startDate: person.startDate ?? EARLIEST_START_DATE,
      registrations: await scheduling.heldClasses(person.id),
    };
  }

  async function prepareMove(kind: MoveKind, person: Person, registrationId: number) {
    const now = clock.now();
    const learner = await learnerOf(person);
    const moved = learner.registrations.find(({ id }) => id === registrationId);
    if (!moved) throw new Refusal(404, noSuchThing);
    turnDown(refuseKind(kind, moved, now));
    const slots = await scheduling.classesAhead(classTypeFor(moved.classNumber), now);
    return { slots, learner, moved, now };
  }
}

/** Long enough for a monthly class to be among them: all that lie ahead are rarely looked through. */
const weeksLooked = 5;

function weeksAround(weekOffset: number, now: Date) {
  const asked = addWeeks(pacificWeekOf(now), weekOffset);
  const from = pacificWeekWindow(asked).start;
  const until = pacificWeekWindow(addWeeks(asked, weeksLooked)).start;
  return { from: from > now ? from : now, until };
}

function describe<Offer extends { classes: OpenClass[] }>(offer: Offer) {
  return { ...offer, classes: offer.classes.map(describeSlot) };
}

function describeSlot({ id, startsAt, instructorFirstName }: OpenClass): Slot {
  return {
    id,
    startTime: startsAt.toISOString(),
    dayOfWeek: dayOfWeek(startsAt),
    ...(instructorFirstName !== null && { instructorFirstName }),
  };
}
