import type { StaffRow } from '../../contract/staff.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { fullName } from '../../course/full-name.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { Badge } from '../ui/badge.tsx';
import { DialogButton } from '../ui/button.tsx';
import { CallButton } from '../ui/call-button.tsx';
import type { Column } from '../ui/data-table.tsx';
import { emailColumn, nameColumn, phoneColumn } from '../ui/person-columns.tsx';
import { DialogLink } from '../ui/text-link.tsx';
import { MessageProblem } from './message-problem.tsx';
import { staffLists } from './queries.ts';

interface StaffActions {
  ownId: number | undefined;
  onEdit: (staff: StaffRow) => void;
  onDeactivate: (staff: StaffRow) => void;
  onErase: (staff: StaffRow) => void;
}

const day = (instant: string) => formatCalendarDate(pacificDate(new Date(instant)));
const oneLine = 'lg:whitespace-nowrap';

export function staffColumns(actions: StaffActions): Column<StaffRow>[] {
  const { ownId, onEdit } = actions;
  const email = emailColumn((staff: StaffRow) =>
    staff.deactivatedAt ? undefined : () => onEdit(staff),
  );
  return [
    {
      ...nameColumn,
      cell: (staff) => (
        <>
          {nameColumn.cell(staff)}
          {staff.id === ownId && <span className="font-normal text-muted"> (you)</span>}
        </>
      ),
    },
    {
      ...email,
      cell: (staff) => (
        <>
          {email.cell(staff)}
          {!staff.deactivatedAt && <MessageProblem person={staff} />}
        </>
      ),
      card: ({ messageProblem, textProblem }) =>
        messageProblem || textProblem ? 'line' : 'detail',
    },
    phoneColumn,
    { name: 'Role', cell: ({ role }) => (role === 'admin' ? 'Admin' : 'Teacher'), card: 'badge' },
    {
      name: 'Can edit',
      cell: ({ canEdit }) => (canEdit ? 'Yes' : 'No'),
      card: 'more',
      isForWideTable: true,
      className: oneLine,
    },
    {
      name: 'Zoom user',
      cell: ({ zoomUser }) => zoomUser,
      card: 'more',
      className: 'wrap-anywhere lg:min-w-40',
    },
    {
      name: 'Last sign-in',
      cell: ({ lastSignInAt }) => (lastSignInAt ? day(lastSignInAt) : 'Never'),
      card: 'more',
      isForWideTable: true,
      className: oneLine,
    },
    {
      name: 'Access',
      cell: (staff) => <Access staff={staff} {...actions} />,
      card: ({ deactivatedAt }) => (deactivatedAt ? 'line' : 'action'),
    },
  ];
}

function Access({ staff, onDeactivate, onErase }: StaffActions & { staff: StaffRow }) {
  const { deactivatedAt } = staff;
  const name = fullName(staff);
  return (
    <div className="flex items-center justify-between gap-x-3 max-lg:flex-wrap">
      {deactivatedAt ? (
        <span className="whitespace-nowrap text-muted text-sm">
          <Badge>Deactivated</Badge> <span className="lg:block">{day(deactivatedAt)}</span>
        </span>
      ) : (
        <Badge tone="success" className="max-lg:hidden">
          Active
        </Badge>
      )}
      {deactivatedAt ? (
        <span className="flex flex-wrap items-center justify-end gap-x-3">
          <CallButton
            call="POST /api/admin/staff/:id/reactivate"
            input={{ params: { id: staff.id } }}
            invalidates={staffLists}
            failed="We couldn’t reactivate this person. Please try again."
            className="whitespace-nowrap"
            aria-label={`Reactivate ${name}`}
          >
            Reactivate
          </CallButton>
          <DialogLink aria-label={`Erase… ${name}`} onClick={() => onErase(staff)}>
            Erase…
          </DialogLink>
        </span>
      ) : (
        <DialogButton
          variant="plain"
          className="whitespace-nowrap max-lg:-mr-3.5"
          aria-label={`Deactivate ${name}`}
          onClick={() => onDeactivate(staff)}
        >
          Deactivate
        </DialogButton>
      )}
    </div>
  );
}
