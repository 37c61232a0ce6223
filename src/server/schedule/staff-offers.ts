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
import { findRow } from '../database/rows.ts';
import { people } from '../database/schema.ts';
import type { Services } from '../platform/services.ts';
import { refuseOthers, toStudentClass } from './for-students.ts';
import { toSlot } from './offers.ts';
import { endOfSearch, selectClassesAhead, selectHeldClasses } from './queries.ts';

export async function offerForStudent(
  { database, clock, settings }: Services,
  asked: { studentId: number; classNumber: number; weekOffset: number },
) {
  const { studentId, classNumber, weekOffset } = asked;
  const student = await findRow(database, people, { id: studentId });
  refuseOthers(student);
  const now = clock.now();
  const progress = {
    startDate: student?.startDate ?? EARLIEST_START_DATE,
    registrations: await selectHeldClasses(database, studentId),
  };
  const { firstClass } = settings.site;
  const choice = openStaffChoice(progress, classNumber, { firstClass, now });
  const ahead = await selectClassesAhead(database, {
    from: earliestStart(now),
    until: endOfSearch(now),
  });
  const { slots, ...week } = listStaffWeek(ahead, choice, weekOffset);
  const { held, problems } = choice;
  return {
    classNumber,
    held: held && { ...toStudentClass(held), classId: held.classId, kind: kindOfMove(held, now) },
    problems: toSentences(problems),
    classes: slots.map((one) => toStaffSlot(one, problems)),
    ...week,
  };
}

type Slot = Awaited<ReturnType<typeof selectClassesAhead>>[number];

/** Leaves out problems that every slot has, because the page shows those once above the list. */
function toStaffSlot(
  { slot, problems, verdict }: StaffWeek<Slot>['slots'][number],
  shared: StaffProblem[],
) {
  const own = problems.filter((problem) => !shared.includes(problem));
  const { classType, places } = slot;
  return { ...toSlot(slot), classType, places, problems: toSentences(own), verdict };
}

const toSentences = (problems: StaffProblem[]) => problems.map((one) => STAFF_PROBLEMS[one]);
