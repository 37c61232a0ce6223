import type { StaffRow } from '../../contract/staff.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, DialogButton } from '../ui/button.tsx';
import { Email } from '../ui/contact.tsx';
import { EmailButton, phoneColumn } from '../ui/contact-columns.tsx';
import type { Column } from '../ui/data-table.tsx';
import { PersonLink, TextButton } from '../ui/text-link.tsx';
import { useAction } from '../ui/use-action.ts';
import { MessageProblem } from './message-problem.tsx';

interface StaffActions {
  ownId: number | undefined;
  onEdit: (staff: StaffRow) => void;
  onDeactivate: (staff: StaffRow) => void;
  onErase: (staff: StaffRow) => void;
}

const day = (instant: string) => formatCalendarDate(pacificDate(new Date(instant)));
const oneLine = 'lg:whitespace-nowrap';

export function staffColumns(actions: StaffActions): Column<StaffRow>[] {
  const { ownId, onEdit, onDeactivate, onErase } = actions;
  return [
    {
      name: 'Name',
      cell: ({ id, firstName, lastName }) => (
        <>
          <PersonLink id={id}>
            {firstName} {lastName}
          </PersonLink>
          {id === ownId && <span className="font-normal text-muted"> (you)</span>}
        </>
      ),
      onPhone: 'title',
      className: 'wrap-anywhere font-semibold lg:min-w-36',
    },
    {
      name: 'Email',
      // Deactivated staff can't be edited, so their email isn't a button.
      cell: (staff) =>
        staff.accessEndedAt ? (
          <Email address={staff.email} />
        ) : (
          <>
            <EmailButton address={staff.email} onClick={() => onEdit(staff)} />
            <MessageProblem person={staff} />
          </>
        ),
      onPhone: 'subtitle',
      className: 'wrap-anywhere lg:min-w-44 xl:min-w-52',
    },
    phoneColumn,
    { name: 'Role', cell: ({ role }) => (role === 'admin' ? 'Admin' : 'Teacher') },
    {
      name: 'Can edit',
      cell: ({ canEdit }) => (canEdit ? 'Yes' : 'No'),
      isForWideTable: true,
      className: oneLine,
    },
    {
      name: 'Zoom user',
      cell: ({ zoomUser }) => zoomUser ?? '–',
      className: 'wrap-anywhere lg:min-w-40',
    },
    {
      name: 'Last sign-in',
      cell: ({ lastSignInAt }) => (lastSignInAt ? day(lastSignInAt) : 'Never'),
      isForWideTable: true,
      className: oneLine,
    },
    {
      name: 'Access',
      cell: (staff) => (
        <Access
          staff={staff}
          onDeactivate={() => onDeactivate(staff)}
          onErase={() => onErase(staff)}
        />
      ),
      onPhone: 'line',
    },
  ];
}

const nameOf = ({ firstName, lastName }: StaffRow) => `${firstName} ${lastName}`;

interface AccessProps {
  staff: StaffRow;
  onDeactivate: () => void;
  onErase: () => void;
}

function Access({ staff, onDeactivate, onErase }: AccessProps) {
  const { accessEndedAt } = staff;
  return (
    <div className="flex items-center justify-between gap-x-3">
      {accessEndedAt ? (
        <span className="whitespace-nowrap text-muted text-sm">
          <Badge>Deactivated</Badge> <span className="lg:block">{day(accessEndedAt)}</span>
        </span>
      ) : (
        <Badge tone="success">Active</Badge>
      )}
      {accessEndedAt ? (
        <span className="flex flex-wrap items-center justify-end gap-x-3">
          <Reactivate staff={staff} />
          <TextButton aria-haspopup="dialog" className="min-h-11 text-sm" onClick={onErase}>
            Erase…<span className="sr-only"> {nameOf(staff)}</span>
          </TextButton>
        </span>
      ) : (
        <DialogButton variant="caution" className="-mr-3.5 lg:mr-0" onClick={onDeactivate}>
          <span className="whitespace-nowrap">
            Deactivate<span className="sr-only"> {nameOf(staff)}</span>
          </span>
        </DialogButton>
      )}
    </div>
  );
}

function Reactivate({ staff }: { staff: StaffRow }) {
  const restore = useAction('POST /api/admin/staff/:id/restore-access', {
    invalidates: ['GET /api/admin/staff', 'GET /api/instructors'],
    failed: 'We couldn’t reactivate this person. Please try again.',
  });
  return (
    <Button
      variant="outline"
      size="small"
      pending={restore.isPending}
      onClick={() => restore.mutate({ params: { id: staff.id } })}
    >
      <span className="whitespace-nowrap">
        Reactivate<span className="sr-only"> {nameOf(staff)}</span>
      </span>
    </Button>
  );
}
