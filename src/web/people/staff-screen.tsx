import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import type { StaffRow } from '../../contract/staff.ts';
import { apiQuery } from '../api.ts';
import { useAuth } from '../auth.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { ListHead, LoadedList } from '../ui/loaded-list.tsx';
import { StaffPageHead } from '../ui/staff-page-head.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { staffColumns } from './staff-columns.tsx';

const { AddStaffDialog } = lazily(() => import('./add-staff-dialog.tsx'));
const { EditStaffDialog } = lazily(() => import('./edit-staff-dialog.tsx'));
const { EndAccessDialog } = lazily(() => import('./end-access-dialog.tsx'));

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
  const { open: onErase } = erasing;
  const { open: onEdit } = editing;
  const { open: onEnd } = ending;
  const ownId = user?.id;
  const columns = useMemo(
    () => staffColumns({ ownId, onEdit: ({ id }) => onEdit(id), onEnd, onErase }),
    [ownId, onEdit, onEnd, onErase],
  );
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
      <Suspense>
        {adding.subject && <AddStaffDialog open={adding.isOpen} onClose={adding.close} />}
        {editing.subject !== undefined && (
          <EditStaffDialog
            // By id, so that the dialog sees them as the list has them now.
            staff={data?.find(({ id }) => id === editing.subject)}
            isOwn={editing.subject === ownId}
            open={editing.isOpen}
            onClose={editing.close}
          />
        )}
        {ending.subject && (
          <EndAccessDialog
            staff={ending.subject}
            isOwn={ending.subject.id === ownId}
            open={ending.isOpen}
            onClose={ending.close}
          />
        )}
        {erasing.subject && (
          <ErasePersonDialog
            person={erasing.subject}
            isStaff
            open={erasing.isOpen}
            onClose={erasing.close}
            onErased={erasing.close}
          />
        )}
      </Suspense>
    </>
  );
}
