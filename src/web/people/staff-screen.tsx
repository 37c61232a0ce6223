import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { StaffRow } from '../../contract/staff.ts';
import { apiQuery, callApi, invalidate } from '../api.ts';
import { useAuth } from '../auth.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { ListHead, LoadedList } from '../ui/loaded-list.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { type DialogControl, useDialog } from '../ui/use-dialog.ts';
import { staffColumns } from './staff-columns.tsx';

const { AddStaffDialog, EditStaffDialog } = lazily(() => import('./staff-dialog.tsx'));
const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));

const { ErasePersonDialog } = lazily(() => import('./erase-person-dialog.tsx'));

export function StaffScreen() {
  const { user } = useAuth();
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /api/admin/staff'),
    refetchOnMount: 'always',
  });
  const adding = useDialog<true>();
  const editing = useDialog<number>();
  const ending = useDialog<StaffRow>();
  const erasing = useDialog<StaffRow>();
  const ownId = user?.id;
  const columns = staffColumns({
    ownId,
    onEdit: ({ id }) => editing.open(id),
    onEnd: ending.open,
    onErase: erasing.open,
  });
  const active = data?.filter(({ accessEndedAt }) => accessEndedAt === null).length;

  return (
    <>
      <StaffPageHead title="Staff">Who teaches, and who runs the portal</StaffPageHead>
      <ListHead count={data && `${active} with access`}>
        <Button size="small" aria-haspopup="dialog" onClick={() => adding.open(true)}>
          Add Staff
        </Button>
      </ListHead>
      <LoadedList
        count={data?.length}
        error={error}
        onRetry={refetch}
        loadingText="Loading staff…"
        failedText="The staff could not be loaded"
        emptyText="No staff found"
      >
        <DataTable caption="Staff" columns={columns} rows={data ?? []} />
      </LoadedList>
      {adding.render((dialog) => (
        <AddStaffDialog {...dialog} />
      ))}
      {editing.render((dialog, subject) => (
        <EditStaffDialog
          // By id, so that the dialog sees them as the list has them now.
          staff={data?.find(({ id }) => id === subject)}
          isOwn={subject === ownId}
          {...dialog}
        />
      ))}
      {ending.render((dialog, subject) => (
        <EndAccess staff={subject} isOwn={subject.id === ownId} {...dialog} />
      ))}
      {erasing.render((dialog, subject) => (
        <ErasePersonDialog person={subject} isStaff {...dialog} />
      ))}
    </>
  );
}

interface EndAccessProps extends DialogControl {
  staff: StaffRow;
  /** Whether they end their own. */
  isOwn: boolean;
}

function EndAccess({ staff, isOwn, ...dialog }: EndAccessProps) {
  const { id, upcomingClasses, roleBeforeStaff } = staff;
  const client = useQueryClient();
  const refetch = async () => {
    await invalidate(client, 'GET /api/admin/staff');
    invalidate(client, 'GET /api/instructors');
    if (!roleBeforeStaff) return;
    invalidate(client, roleBeforeStaff === 'student' ? 'GET /api/students' : 'GET /api/alumni');
  };
  return (
    <ActionDialog
      {...dialog}
      title={isOwn ? 'End your own access?' : 'End access?'}
      description={
        <>
          {describeEnd(staff, isOwn)}
          {upcomingClasses > 0 && (
            <span className="mt-2 block font-semibold text-ink">
              {describeClasses(upcomingClasses)}
            </span>
          )}
        </>
      }
      confirmText="End access"
      pendingText="Ending..."
      run={() => callApi('POST /api/admin/staff/:id/end-access', { params: { id } })}
      onDone={refetch}
      toast={({ message }) => ({ title: message })}
      failed="Access could not be ended. Please try again."
      isFinal={(status) => status === 409}
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
