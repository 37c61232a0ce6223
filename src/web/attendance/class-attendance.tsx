import type { ClassGuest, ClassPage, UnknownGuest } from '../../contract/class-page.ts';
import { hasStarted } from '../../course/class-state.ts';
import { useRights } from '../auth.tsx';
import { DialogButton } from '../ui/button.tsx';
import { CallButton } from '../ui/call-button.tsx';
import { Card } from '../ui/card.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { ClassGuests } from './class-guests.tsx';
import { RoomNow, UnknownGuests } from './room-now.tsx';

const { MarkAttendanceDialog } = lazily(() => import('./mark-attendance-dialog.tsx'));
const { CorrectAttendanceDialog, MatchGuestDialog } = lazily(
  () => import('./attendance-dialogs.tsx'),
);

const notice = 'mb-4 grid gap-3 rounded-control bg-warning-soft px-4 py-3 print:hidden';

export function ClassAttendance({ page, now }: { page: ClassPage; now: Date }) {
  const { canEdit } = useRights();
  const { courseClass, guests, unknownGuests, attendanceProblem, wasHeld } = page;
  const startsAt = new Date(courseClass.startTime);
  const marking = useDialog<ClassGuest[]>();
  const correcting = useDialog<number>();
  const matching = useDialog<UnknownGuest>();
  const canCorrect = canEdit && hasStarted(startsAt, now);
  return (
    <Card as="section" aria-label="Who’s coming" className="min-w-0">
      <RoomNow page={page} now={now} />
      {wasHeld === false && (
        <div className={notice}>
          <NotHeld canEdit={canEdit} />
          {canEdit && (
            <CallButton
              call="POST /api/admin/classes/:id/held"
              input={{ params: { id: courseClass.id } }}
              invalidates={['GET /api/admin/classes/:id']}
              failed="We couldn’t mark the class as held. Please try again."
              className="justify-self-start"
            >
              Mark as Held
            </CallButton>
          )}
        </div>
      )}
      {attendanceProblem && (
        <div className={notice}>
          <p className="text-sm wrap-anywhere">{attendanceProblem}</p>
          {canEdit && (
            // Requests all missing reports at once, because they are usually missing for the same reason.
            <CallButton
              call="POST /api/admin/attendance-problems/retry"
              later={['GET /api/admin/classes/:id']}
              failed="We couldn’t request the attendance from Zoom. Please try again."
              className="justify-self-start"
              aria-label="Retry, attendance"
            >
              Retry
            </CallButton>
          )}
        </div>
      )}
      {canCorrect && (
        <DialogButton className="mb-4 print:hidden" onClick={() => marking.open(guests)}>
          Mark Attendance
        </DialogButton>
      )}
      <ClassGuests
        page={page}
        now={now}
        onCorrect={canCorrect ? ({ personId }) => correcting.open(personId) : undefined}
      />
      <UnknownGuests guests={unknownGuests} onMatch={canCorrect ? matching.open : undefined} />
      {marking.render((dialog, seen) => (
        <MarkAttendanceDialog classId={courseClass.id} guests={seen} {...dialog} />
      ))}
      {correcting.render((dialog, id) => {
        // Look up the guest on every render, so that an open dialog shows the latest data.
        const guest = guests.find(({ personId }) => personId === id);
        return (
          guest && (
            <CorrectAttendanceDialog
              classId={courseClass.id}
              startsAt={startsAt}
              guest={guest}
              {...dialog}
            />
          )
        );
      })}
      {matching.render((dialog, unknown) => (
        <MatchGuestDialog
          classId={courseClass.id}
          unknown={unknown}
          guests={guests.filter(({ classNumber }) => classNumber !== null)}
          {...dialog}
        />
      ))}
    </Card>
  );
}

function NotHeld({ canEdit }: { canEdit: boolean }) {
  return (
    <div className="text-sm">
      <p className="font-semibold text-warning">No one started this class</p>
      <p>
        Zoom has no record of the meeting, so we didn’t mark anyone as Missed. We’ll send the
        students an apology and new times to pick from. If you’d like to add something, write to
        them from this page.
      </p>
      <p className="mt-2">
        {canEdit
          ? 'Was the class held after all? Mark it as held, then mark everyone who attended as Present.'
          : 'Was the class held after all? An admin can mark it as held here.'}
      </p>
    </div>
  );
}
