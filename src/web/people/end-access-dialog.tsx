import { useQueryClient } from '@tanstack/react-query';
import type { StaffRow } from '../../contract/staff.ts';
import { ApiError, errorMessage, invalidate, useApiMutation } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.ts';

interface EndAccessDialogProps {
  staff: StaffRow;
  /** Whether they end their own. */
  isOwn: boolean;
  open: boolean;
  onClose: () => void;
}

export function EndAccessDialog({ staff, isOwn, open, onClose }: EndAccessDialogProps) {
  const client = useQueryClient();
  const end = useApiMutation('POST /api/admin/staff/:id/end-access', {
    onSuccess: async ({ message }) => {
      await invalidate(client, 'GET /api/admin/staff');
      invalidate(client, 'GET /api/instructors');
      if (staff.roleBeforeStaff) {
        invalidate(
          client,
          staff.roleBeforeStaff === 'student' ? 'GET /api/students' : 'GET /api/alumni',
        );
      }
      toast({ title: message });
      onClose();
    },
  });
  const { error } = end;
  const close = () => {
    end.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={isOwn ? 'End your own access?' : 'End access?'}
      description={
        <>
          {describeEnd(staff, isOwn)}
          {staff.upcomingClasses > 0 && (
            <span className="mt-2 block font-semibold text-ink">
              {describeClasses(staff.upcomingClasses)}
            </span>
          )}
        </>
      }
      confirmText="End access"
      pendingText="Ending..."
      isPending={end.isPending}
      problem={
        error ? errorMessage(error, 'Access could not be ended. Please try again.') : undefined
      }
      isConfirmDisabled={error instanceof ApiError && error.status === 409}
      onConfirm={() => end.mutate({ params: { id: staff.id } })}
    />
  );
}

function describeEnd(staff: StaffRow, isOwn: boolean): string {
  const { firstName, lastName, roleBeforeStaff } = staff;
  if (roleBeforeStaff) {
    const [who, isAgain] = isOwn ? ['You', 'are'] : [`${firstName} ${lastName}`, 'is'];
    const before = roleBeforeStaff === 'student' ? 'a student' : 'one of the alumni';
    return `${who} ${isAgain} no longer staff, ${isAgain} signed out everywhere at once, and ${isAgain} ${before} again, as before.`;
  }
  if (isOwn) {
    return 'You are signed out everywhere at once and cannot sign in again until another admin gives your access back.';
  }
  return `${firstName} ${lastName} is signed out everywhere at once and can no longer sign in. You can give the access back at any time, or erase them then.`;
}

function describeClasses(count: number): string {
  return count === 1
    ? '1 upcoming class has this instructor. It stays as it is until you change it.'
    : `${count} upcoming classes have this instructor. They stay as they are until you change them.`;
}
