import type { StudentRow } from '../../contract/people.ts';
import type { ReturnPreview } from '../../contract/people-changes.ts';
import type { CalendarDate } from '../../course/calendar-date.ts';
import { isCompleted } from '../../course/class-state.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { callApi } from '../api.ts';
import { ActionDialog, ConfirmDialog } from '../ui/action-dialog.tsx';
import { countOf, LoadedList } from '../ui/loaded-list.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { NamedClasses } from './named-classes.tsx';
import { memberLists, useClearing } from './queries.ts';

interface UndoResetProps extends DialogControl {
  student: { id: number; firstName: string };
  preview: ReturnPreview;
}

export function UndoReset({ student: { id, firstName }, preview, ...dialog }: UndoResetProps) {
  const { clearingId, startDateBefore: date, back, left, yielding } = preview;
  return (
    <ActionDialog
      {...dialog}
      title="Undo the reset?"
      description={`We’ll restore every class that is still available and let ${firstName} know by email.${date ? ` The start date will go back to ${formatCalendarDate(date)}.` : ''}`}
      confirmText="Undo Reset"
      confirmVariant="primary"
      pendingText="Undoing..."
      run={() =>
        callApi('POST /api/admin/students/:id/undo-reset', { params: { id }, body: { clearingId } })
      }
      invalidates={memberLists}
      toast={(done) => ({ title: done.message, description: describeLeft(done.left) })}
      failed="We couldn’t undo the reset. Please try again."
    >
      <NamedClasses title="We’ll restore these classes:" classes={back} />
      <NamedClasses title="We can’t restore these classes:" classes={left} />
      <NamedClasses
        title="They chose these after the reset. Classes they attended will replace them:"
        classes={yielding}
      />
    </ActionDialog>
  );
}

function describeLeft(left: { classNumber: number; reason: string }[]): string | undefined {
  if (left.length === 0) return undefined;
  return `We couldn’t restore ${left.map(({ classNumber, reason }) => `Class ${classNumber} (${reason})`).join(', ')}.`;
}

interface ResetConfirmationProps extends DialogControl {
  student: StudentRow;
  newDate: CalendarDate;
  onConfirm: () => void;
}

export function ResetConfirmation(props: ResetConfirmationProps) {
  const { student, newDate, ...dialog } = props;
  const { id, firstName, classesScheduled, classDetails, startDate } = student;
  const query = useClearing(id, 'reset');
  const { data, isPending } = query;
  const wasAttended = ({ status }: { status: string | null }) =>
    isCompleted(status === null ? null : { status });
  const gone = data?.classes.filter(wasAttended) ?? [];
  const others = data?.classes.filter((one) => !wasAttended(one)) ?? [];
  // Unlike `classesScheduled`, `data.classes` includes canceled classes that need a new time.
  const count = data?.classes.length ?? classesScheduled;
  const classes = count === 1 ? 'the 1 class registration' : `all ${count} class registrations`;
  const attended = classDetails.filter(({ attendance }) => isCompleted(attendance)).length;
  const lost =
    attended > 0 ? `, including ${countOf(attended, 'class', 'classes')} already attended,` : '';
  const from = startDate ? ` from ${formatCalendarDate(startDate)}` : '';
  return (
    <ConfirmDialog
      {...dialog}
      title="This will reset the account"
      description={`Moving the start date${from} to ${formatCalendarDate(newDate)} will clear ${classes} for ${firstName}${lost} and cancel their video-meeting registrations. We’ll email ${firstName} and ask them to pick new class times, starting with the first one.`}
      confirmText="Reset and Update"
      pendingText="Updating..."
      isConfirmDisabled={isPending}
    >
      <LoadedList count={data && 1} query={query} what="the classes">
        <NamedClasses
          isLoud
          title={`We’ll remove ${countOf(gone.length, 'attended class', 'attended classes')} from the schedule:`}
          classes={gone}
        />
        <NamedClasses title="We’ll remove these class times:" classes={others} />
        <p className="mt-4 text-muted text-sm">
          You’ll have one day to undo this on {firstName}’s page.
        </p>
      </LoadedList>
    </ConfirmDialog>
  );
}
