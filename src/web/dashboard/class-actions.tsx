import { useLocation } from 'wouter';
import type { AdminClass } from '../../contract/timetable.ts';
import { canCancelClass } from '../../course/canceling.ts';
import { isUpcoming } from '../../course/class-state.ts';
import { auditOf, PAGES } from '../../course/pages.ts';
import { apiUrl } from '../api.ts';
import { useRights } from '../auth.tsx';
import { StartMeetingButton } from '../meetings/class-meeting.tsx';
import { isAwaitingMeeting } from '../timetable/queries.ts';
import { lazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { type PageAction, PageActions } from './page-actions.tsx';

const { CancelClassesDialog } = lazily(() => import('../timetable/cancel-classes-dialog.tsx'));
const { MessageClassDialog } = lazily(() => import('../broadcasts/message-class-dialog.tsx'));
const { EditClassDialog } = lazily(() => import('../timetable/edit-class-dialog.tsx'));

const anyone = { instructor: '', student: '' };

export function useClassActions(now: Date) {
  const { canEdit, isAdmin } = useRights();
  const messaging = useDialog<AdminClass>();
  const canceling = useDialog<AdminClass>();
  const actionsOf = (courseClass: AdminClass): PageAction[] => {
    const { id, startTime } = courseClass;
    const canCancel = canCancelClass(new Date(startTime), now);
    const file = apiUrl('GET /api/admin/attendance.csv', { query: { class: id, ...anyone } });
    const message = { label: 'Message the Class', onSelect: () => messaging.open(courseClass) };
    const cancel = { label: 'Cancel Class', onSelect: () => canceling.open(courseClass) };
    return [
      ...(canEdit ? [{ ...message, isButton: true }] : []),
      { label: 'Download CSV', href: file, isDownload: true },
      ...(isAdmin ? [{ label: 'Audit', href: auditOf('class', id) }] : []),
      ...(canEdit && canCancel ? [{ ...cancel, isDangerous: true }] : []),
    ];
  };
  const dialogs = (
    <>
      {messaging.render((dialog, courseClass) => (
        <MessageClassDialog courseClass={courseClass} {...dialog} />
      ))}
      {canceling.render((dialog, courseClass) => (
        <CancelClassesDialog chosen={[courseClass]} {...dialog} />
      ))}
    </>
  );
  return { actionsOf, dialogs };
}

export const meetingStateId = 'meeting-state';

export function ClassActions({ courseClass, now }: { courseClass: AdminClass; now: Date }) {
  const { canEdit } = useRights();
  const [, navigate] = useLocation();
  const editing = useDialog<true>();
  const { actionsOf, dialogs } = useClassActions(now);
  const isAhead = isUpcoming(new Date(courseClass.startTime), now);
  const edit = { label: 'Edit Class', isButton: true, onSelect: () => editing.open(true) };
  const print = { label: 'Print This List', onSelect: () => window.print() };
  const actions = [...(isAhead && canEdit ? [edit] : []), ...actionsOf(courseClass), print];
  return (
    <>
      <PageActions actions={actions}>
        {isAhead && (
          <StartMeetingButton
            courseClass={courseClass}
            describedBy={isAwaitingMeeting(courseClass) ? meetingStateId : undefined}
          />
        )}
      </PageActions>
      {dialogs}
      {editing.render((dialog) => (
        <EditClassDialog
          courseClass={courseClass}
          {...dialog}
          onDeleted={() => navigate(PAGES.admin)}
        />
      ))}
    </>
  );
}
