import type { StudentRow } from '../../contract/people.ts';
import type { CalendarDate } from '../../course/calendar-date.ts';
import { isCompleted } from '../../course/class-time.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { ConfirmDialog } from '../ui/action-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useClearing } from './change-queries.ts';
import { NamedClasses, PreviewState } from './named-classes.tsx';

interface ResetConfirmationProps extends DialogControl {
  student: StudentRow;
  newDate: CalendarDate;
  onConfirm: () => void;
}

/** Before a new start date is saved: what it clears. */
export function ResetConfirmation(props: ResetConfirmationProps) {
  const { student, newDate, ...dialog } = props;
  const { id, firstName, classesScheduled, classDetails, startDate } = student;
  const { data, error, refetch, isPending } = useClearing(id, 'reset');
  const wasAttended = ({ status }: { status: string | null }) =>
    isCompleted(status === null ? null : { status });
  const gone = data?.classes.filter(wasAttended) ?? [];
  const others = data?.classes.filter((one) => !wasAttended(one)) ?? [];
  // With those that are to be chosen again.
  const count = data?.classes.length ?? classesScheduled;
  const classes = count === 1 ? 'the 1 class registration' : `all ${count} class registrations`;
  const attended = classDetails.filter(({ attendance }) => isCompleted(attendance)).length;
  const lost =
    attended > 0
      ? `, also ${attended === 1 ? 'the 1 that was attended' : `the ${attended} that were attended`},`
      : '';
  const from = startDate ? ` from ${formatCalendarDate(startDate)}` : '';
  return (
    <ConfirmDialog
      {...dialog}
      title="This resets the student's account"
      description={`Moving the start date${from} to ${formatCalendarDate(newDate)} clears ${classes} of ${firstName}${lost} and cancels their video-meeting registrations. ${firstName} will get an email about it and choose class times again, from the first one on.`}
      confirmText="Reset and Update"
      pendingText="Updating..."
      isConfirmDisabled={isPending}
    >
      {data ? (
        <>
          <NamedClasses
            isLoud
            title={
              gone.length === 1
                ? '1 class already attended will be lost from the schedule:'
                : `${gone.length} classes already attended will be lost from the schedule:`
            }
            classes={gone}
          />
          <NamedClasses title="These class times go:" classes={others} />
          <p className="mt-4 text-muted text-sm">
            The reset can be undone for a day, on the page of {firstName}.
          </p>
        </>
      ) : (
        <PreviewState error={error} onRetry={refetch} />
      )}
    </ConfirmDialog>
  );
}
