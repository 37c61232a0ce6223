import { useState } from 'react';
import type { StudentRow } from '../../contract/admin-people.ts';
import type { CalendarDate } from '../../course/calendar-date.ts';
import { formatCalendarDate } from '../../course/pacific-time.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface ResetWarningProps {
  student: StudentRow;
  /** The start date about to be saved; undefined when there is nothing to warn of. */
  newDate: CalendarDate | undefined;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Says before it is saved what a new start date takes away, and asks once. */
export function ResetWarning({ student, newDate, onCancel, onConfirm }: ResetWarningProps) {
  const { firstName, classesScheduled, startDate } = student;
  // Kept for the moment in which the dialog fades out.
  const [shown, setShown] = useState(newDate);
  if (newDate && newDate !== shown) setShown(newDate);
  const classes =
    classesScheduled === 1
      ? 'the 1 class registration'
      : `all ${classesScheduled} class registrations`;
  const from = startDate ? ` from ${formatCalendarDate(startDate)}` : '';
  const to = shown ? ` to ${formatCalendarDate(shown)}` : '';
  return (
    <ConfirmDialog
      open={newDate !== undefined}
      onClose={onCancel}
      title="This resets the student's account"
      description={`Moving the start date${from}${to} clears ${classes} of ${firstName} and cancels their video-meeting registrations. ${firstName} then chooses class times anew.`}
      confirmText="Reset and Update"
      pendingText="Updating..."
      isPending={false}
      onConfirm={onConfirm}
    />
  );
}
