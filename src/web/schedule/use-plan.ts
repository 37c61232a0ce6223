import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ScheduleEntry, Slot } from '../../contract/schedule.ts';
import type { PlannedClass, RefusedPlan } from '../../contract/schedule-for-students.ts';
import { classTypeFor, EARLIEST_START_DATE } from '../../course/course.ts';
import {
  classesLeft,
  findPlanProblems,
  PLAN_PROBLEMS,
  type PlannedClass as PlannedFor,
  rowsToRegister,
} from '../../course/plan.ts';
import type { ClassSlot } from '../../course/slot-choice.ts';
import { apiQuery } from '../api.ts';
import { site } from '../site.ts';
import { keepPlan, type PlanRow, readPlan } from './kept-plan.ts';
import { toRegistration } from './plan-offer.tsx';

/** A time that the server rejected. The error is shown until the student picks another time. */
interface RefusedTime {
  classNumber: number;
  classId: number | undefined;
  message: string;
}

export function usePlan(kept: ScheduleEntry, entries: ScheduleEntry[], now: Date) {
  const keptAs = `${kept.id} ${kept.class.startTime}`;
  const [chosen, setChosen] = useState(() => readPlan(keptAs));
  const [refused, setRefused] = useState<RefusedTime[]>([]);
  const proposal = useQuery({
    ...apiQuery('GET /api/plan'),
    enabled: chosen === null,
    // Don't cache the proposal, because the next visit may start from a different class.
    gcTime: 0,
  });
  if (chosen === null && proposal.data) setChosen(proposal.data.classes);
  useEffect(() => {
    if (chosen) keepPlan(keptAs, chosen);
  }, [keptAs, chosen]);

  const { firstClass } = site;
  const registrations = entries.map(toRegistration);
  const rows = classesLeft(registrations, firstClass).map(
    (classNumber): PlanRow =>
      chosen?.find((row) => row.classNumber === classNumber) ?? { classNumber, slot: null },
  );
  const toRegister = rowsToRegister(rows);
  const progress = { startDate: EARLIEST_START_DATE, registrations };
  const broken = findPlanProblems(toCourse(toRegister), progress, { firstClass, now });
  const problemOf = (classNumber: number): string | undefined => {
    const classId = rows.find((row) => row.classNumber === classNumber)?.slot?.id;
    const said = refused.find((one) => one.classNumber === classNumber && one.classId === classId);
    const found = broken.find((one) => one.classNumber === classNumber);
    return said?.message ?? (found && PLAN_PROBLEMS[found.problem]);
  };

  return {
    rows,
    isProposed: chosen !== null,
    toRegister,
    problemOf,
    error: proposal.isFetching ? null : proposal.error,
    refetch: proposal.refetch,
    change: (classNumber: number, slot: Slot) =>
      setChosen((rest) => [
        ...(rest ?? []).filter((row) => row.classNumber !== classNumber),
        { classNumber, slot, isOwn: true },
      ]),
    noteRefusal: ({ problems }: RefusedPlan, sent: { classNumber: number; classId: number }[]) => {
      const sentId = (number: number) =>
        sent.find(({ classNumber }) => classNumber === number)?.classId;
      setRefused(problems.map((one) => ({ ...one, classId: sentId(one.classNumber) })));
    },
  };
}

export function toCourse(rows: readonly PlannedClass[]): PlannedFor<ClassSlot>[] {
  return rows.map(({ classNumber, slot }) => ({
    classNumber,
    slot: slot && {
      id: slot.id,
      startsAt: new Date(slot.startTime),
      classType: classTypeFor(classNumber),
    },
  }));
}
