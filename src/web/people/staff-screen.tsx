import { useState } from 'react';
import type { StaffRow } from '../../contract/staff.ts';
import { fullName } from '../../course/full-name.ts';
import { callApi, useApiQuery, useFreshQuery } from '../api.ts';
import { useRights } from '../auth.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { SelectField } from '../ui/field.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { countOf, ListHead, LoadedList } from '../ui/loaded-list.tsx';
import { Opener } from '../ui/opener.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { type DialogControl, useDialog } from '../ui/use-dialog.ts';
import { staffLists } from './queries.ts';
import { staffColumns } from './staff-columns.tsx';

const { AddStaffDialog, EditStaffDialog } = lazily(() => import('./staff-dialog.tsx'));
const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));
const { ErasePersonDialog } = lazily(() => import('./erase-person-dialog.tsx'));

export function StaffScreen() {
  const { id: ownId } = useRights();
  const { data, error, refetch } = useFreshQuery('GET /api/admin/staff');
  const editing = useDialog<number>();
  const deactivating = useDialog<StaffRow>();
  const erasing = useDialog<StaffRow>();
  const columns = staffColumns({
    ownId,
    onEdit: ({ id }) => editing.open(id),
    onDeactivate: deactivating.open,
    onErase: erasing.open,
  });
  const active = data?.filter(({ deactivatedAt }) => deactivatedAt === null).length;

  return (
    <>
      <StaffPageHead title="Staff">Your teachers and admins</StaffPageHead>
      <ListHead count={data && `${active} active`}>
        <Opener variant="primary" dialog={(control) => <AddStaffDialog {...control} />}>
          Add Staff
        </Opener>
      </ListHead>
      <LoadedList count={data?.length} query={{ error, refetch }} what="the staff">
        <DataTable caption="Staff" columns={columns} rows={data ?? []} />
      </LoadedList>
      {editing.render((dialog, subject) => (
        <EditStaffDialog
          // Look up the person on every render, so that the dialog shows the latest data.
          staff={data?.find(({ id }) => id === subject)}
          {...dialog}
        />
      ))}
      {deactivating.render((dialog, subject) => (
        <Deactivate staff={subject} {...dialog} />
      ))}
      {erasing.render((dialog, subject) => (
        <ErasePersonDialog person={subject} isStaff {...dialog} />
      ))}
    </>
  );
}

function Deactivate({ staff, ...dialog }: DialogControl & { staff: StaffRow }) {
  const { id, upcomingClasses } = staff;
  const isOwn = id === useRights().id;
  const [successor, setSuccessor] = useState('');
  const { data: instructors = [] } = useApiQuery('GET /api/instructors');
  const candidates = instructors
    .filter((one) => one.id !== id)
    .map((one) => [String(one.id), one.name] as const);
  return (
    <ActionDialog
      {...dialog}
      title={isOwn ? 'Deactivate your own account?' : `Deactivate ${fullName(staff)}?`}
      description={describeEffect(staff, isOwn)}
      confirmText="Deactivate"
      pendingText="Deactivating..."
      run={() =>
        callApi('POST /api/admin/staff/:id/deactivate', {
          params: { id },
          body: successor ? { handOverTo: Number(successor) } : {},
        })
      }
      invalidates={[...staffLists, 'GET /api/classes/all']}
      failed="We couldn’t deactivate this account. Please try again."
      // If the conflict is about the new instructor, the admin can choose another one and try again.
      isFinal={(status) => status === 409 && upcomingClasses === 0}
    >
      {upcomingClasses > 0 && (
        <div className="mt-5">
          <SelectField
            label={`New instructor for ${countOf(upcomingClasses, 'upcoming class', 'upcoming classes')}`}
            value={successor}
            onChange={(event) => setSuccessor(event.target.value)}
            options={[['', `No one (${staff.firstName} will stay the instructor)`], ...candidates]}
          />
        </div>
      )}
    </ActionDialog>
  );
}

function describeEffect({ firstName, roleBeforeStaff }: StaffRow, isOwn: boolean): string {
  const signedOut = `We’ll sign ${isOwn ? 'you' : firstName} out everywhere right away`;
  if (roleBeforeStaff) {
    const role = roleBeforeStaff === 'student' ? 'a student' : 'an alum';
    return `${signedOut}, and ${isOwn ? 'you' : 'they'}’ll become ${role} again.`;
  }
  return isOwn
    ? `${signedOut}, and you won’t be able to sign in again until another admin reactivates your account.`
    : `${signedOut}, and they won’t be able to sign in anymore. You can reactivate or erase them at any time.`;
}
