import type { StudentRow } from '../../contract/people.ts';
import type { CalendarDate } from '../../course/calendar-date.ts';
import { isCompleted } from '../../course/class-time.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast, toastError } from '../ui/toast.ts';

interface ConfirmationProps {
  student: StudentRow;
  open: boolean;
  onClose: () => void;
}

interface ResetConfirmationProps extends ConfirmationProps {
  newDate: CalendarDate;
  onConfirm: () => void;
}

/** Before a new start date is saved: what it clears. */
export function ResetConfirmation(props: ResetConfirmationProps) {
  const { student, newDate, open, onClose, onConfirm } = props;
  const { firstName, classesScheduled, classDetails, startDate } = student;
  const classes =
    classesScheduled === 1
      ? 'the 1 class registration'
      : `all ${classesScheduled} class registrations`;
  const attended = classDetails.filter(({ attendance }) => isCompleted(attendance)).length;
  const lost =
    attended > 0
      ? `, also ${attended === 1 ? 'the 1 that was attended' : `the ${attended} that were attended`},`
      : '';
  const from = startDate ? ` from ${formatCalendarDate(startDate)}` : '';
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="This resets the student's account"
      description={`Moving the start date${from} to ${formatCalendarDate(newDate)} clears ${classes} of ${firstName}${lost} and cancels their video-meeting registrations. ${firstName} then chooses class times anew, from the first one on.`}
      confirmText="Reset and Update"
      pendingText="Updating..."
      isPending={false}
      onConfirm={onConfirm}
    />
  );
}

const failure = 'They could not be signed out. Please try again.';

/** For somebody who lost a device, or whose account another person uses. */
export function SignOutConfirmation({ student, open, onClose }: ConfirmationProps) {
  const name = `${student.firstName} ${student.lastName}`;
  const signOut = useApiMutation('POST /api/admin/people/:id/sign-out', {
    onSuccess: () => {
      onClose();
      toast({ title: `${name} is signed out everywhere` });
    },
    onError: (error) => toastError(errorMessage(error, failure)),
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Sign out everywhere?"
      description={`${name} will be signed out on every device, and login links that have not been used stop working.`}
      confirmText="Sign out everywhere"
      pendingText="Signing out..."
      isPending={signOut.isPending}
      problem={signOut.error ? errorMessage(signOut.error, failure) : undefined}
      onConfirm={() => signOut.mutate({ params: { id: student.id } })}
    />
  );
}
