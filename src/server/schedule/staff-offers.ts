import { eq } from 'drizzle-orm';
import type { StaffOffer, StaffSlot } from '../../contract/schedule-for-students.ts';
import { EARLIEST_START_DATE } from '../../course/course.ts';
import {
  earliestStart,
  kindOfMove,
  listStaffWeek,
  openStaffChoice,
  STAFF_PROBLEMS,
  type StaffProblem,
  type StaffWeek,
} from '../../course/staff-choice.ts';
import { people } from '../database/schema.ts';
import type { Services } from '../platform/services.ts';
import { describe, refuseOthers } from './act-for-student.ts';
import { describeSlot } from './offers.ts';
import { endOfSearch, selectClassesAhead, selectHeldClasses } from './selections.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'settings'>;

interface Asked {
  studentId: number;
  classNumber: number;
  weekOffset: number;
}

/** Every class of a week for one class number of a student, with what the student's rules say of it. */
export async function offerForStudent(
  { database, clock, settings }: Deps,
  { studentId, classNumber, weekOffset }: Asked,
): Promise<StaffOffer> {
  const [student] = await database.select().from(people).where(eq(people.id, studentId));
  refuseOthers(student);
  const now = clock.now();
  const progress = {
    startDate: student?.startDate ?? EARLIEST_START_DATE,
    registrations: await selectHeldClasses(database, studentId),
  };
  const { firstClass } = settings.site;
  const choice = openStaffChoice(progress, classNumber, { firstClass, now });
  const slots = await selectClassesAhead(database, {
    from: earliestStart(now),
    until: endOfSearch(now),
  });
  const week = listStaffWeek(slots, choice, weekOffset);
  const { held, problems } = choice;
  return {
    classNumber,
    held: held && { ...describe(held), classId: held.classId, kind: kindOfMove(held, now) },
    problems: inWords(problems),
    classes: week.slots.map((one) => describeStaffSlot(one, problems)),
    canGoBack: week.canGoBack,
    canGoOn: week.canGoOn,
    nextFreeWeek: week.nextFreeWeek,
    firstFutureWeek: week.firstFutureWeek,
  };
}

type Slot = Awaited<ReturnType<typeof selectClassesAhead>>[number];

/** What speaks against every time is said once, and not at each of them. */
function describeStaffSlot(
  { slot, problems, verdict }: StaffWeek<Slot>['slots'][number],
  ofAll: StaffProblem[],
): StaffSlot {
  const own = problems.filter((problem) => !ofAll.includes(problem));
  return { ...describeSlot(slot), classType: slot.classType, problems: inWords(own), verdict };
}

const inWords = (problems: StaffProblem[]) => problems.map((problem) => STAFF_PROBLEMS[problem]);
