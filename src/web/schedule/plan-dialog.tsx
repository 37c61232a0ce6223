import { useState } from 'react';
import type { Slot } from '../../contract/schedule.ts';
import type { PlannedClass } from '../../contract/schedule-for-students.ts';
import { addWeeks, type CalendarDate, weeksBetween } from '../../course/calendar-date.ts';
import { offsetAfterChoosing } from '../../course/choosing-weeks.ts';
import { formatSlotForReader } from '../../course/format-time.ts';
import { pacificWeekOf } from '../../course/pacific-time.ts';
import { describeClash } from '../../course/plan.ts';
import { type ApiResponse, apiQuery } from '../api.ts';
import { now } from '../server-clock.ts';
import type { DialogControl } from '../ui/use-dialog.ts';
import { SlotDialog } from './slot-dialog.tsx';
import { toCourse } from './use-plan.ts';
import { useChosenSlot, useSlotWeeks } from './use-slot-weeks.ts';

const offerClasses = 'GET /api/classes/available';
type Offer = ApiResponse<typeof offerClasses>;

interface PlanDialogProps extends DialogControl {
  classNumber: number;
  rows: PlannedClass[];
  onChoose: (slot: Slot) => void;
}

export function PlanDialog({ open, classNumber, rows, onChoose, onClose }: PlanDialogProps) {
  const latest = rows.find((row) => row.classNumber === classNumber)?.slot ?? null;
  // Only update this while the dialog is open, so that the dialog doesn't change while it fades out.
  const [current, setCurrent] = useState(latest);
  if (open && current !== latest) setCurrent(latest);
  const today = pacificWeekOf(now());
  const weeks = useSlotWeeks<Offer>(
    {
      queryOf: (weekOffset) => apiQuery(offerClasses, { query: { weekOffset, classNumber } }),
      targetOf: () => classNumber,
    },
    { wantedOffset: weeksBetween(today, firstWeekFor(classNumber, rows) ?? today) },
  );
  const { shown } = weeks;
  const plan = toCourse(rows);
  const withClashes = shown && {
    ...shown,
    offer: {
      ...shown.offer,
      classes: shown.offer.classes.map((slot) => {
        const clash = describeClash(plan, classNumber, new Date(slot.startTime));
        return { ...slot, ...(clash && { problems: [clash] }) };
      }),
    },
  };
  const { chosen, choose } = useChosenSlot(shown);

  return (
    <SlotDialog
      open={open}
      onClose={onClose}
      title={`${current ? 'Change' : 'Choose a Time for'} Class ${classNumber}`}
      description={
        current
          ? `Choose a time to replace ${formatSlotForReader(new Date(current.startTime))}.`
          : 'You can still change your choice before you register.'
      }
      weeks={{ ...weeks, shown: withClashes }}
      classNumber={classNumber}
      weekZero={today}
      canGoBack={shown?.offer.canGoBack ?? false}
      chosen={chosen}
      currentId={current?.id}
      onChoose={choose}
      confirmText="Use This Time"
      onConfirm={() => chosen && onChoose(chosen)}
    />
  );
}

/** If the class has no planned time, counts from the last planned class before it, as onboarding does. */
function firstWeekFor(classNumber: number, rows: PlannedClass[]): CalendarDate | undefined {
  const planned = rows.findLast((row) => row.classNumber <= classNumber && row.slot);
  if (!planned?.slot) return undefined;
  const week = pacificWeekOf(new Date(planned.slot.startTime));
  if (planned.classNumber === classNumber) return week;
  return addWeeks(week, offsetAfterChoosing(planned.classNumber, 0));
}
