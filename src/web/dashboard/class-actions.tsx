import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, Suspense } from 'react';
import { useLocation } from 'wouter';
import type { ClassPage } from '../../contract/class-page.ts';
import type { AdminClass } from '../../contract/timetable.ts';
import { canCancelClass } from '../../course/canceling.ts';
import { hasStarted, isUpcoming } from '../../course/class-time.ts';
import { auditOf, PAGES } from '../../course/pages.ts';
import { canAdminister } from '../../course/roles.ts';
import { apiUrl, invalidate } from '../api.ts';
import { useAuth } from '../auth.tsx';
import { StartMeetingButton } from '../meetings/class-meeting.tsx';
import { isAwaitingMeeting } from '../timetable/queries.ts';
import { Button, DialogButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { lazily } from '../ui/load-lazily.ts';
import type { MenuItem } from '../ui/menu.tsx';
import { useDialog } from '../ui/use-dialog.ts';

const { CancelClassesDialog } = lazily(() => import('../timetable/cancel-classes-dialog.tsx'));
const { MessageClassDialog } = lazily(() => import('../messages/message-class-dialog.tsx'));
const { EditClassDialog } = lazily(() => import('../timetable/edit-class-dialog.tsx'));
const { Menu } = lazily(() => import('../ui/menu.tsx'), { Failed: () => null });

const anyone = { instructor: '', student: '' };

/** Reserves the menu's space until its script has loaded. */
export function ClassMenu(props: ComponentProps<typeof Menu>) {
  return (
    <Suspense fallback={<span className="size-11 pointer-fine:size-9" />}>
      <Menu {...props} />
    </Suspense>
  );
}

/** Returns the actions for a class, except starting and editing it, and the dialogs that they open. */
export function useClassActions(now: Date) {
  const { user } = useAuth();
  const messaging = useDialog<AdminClass>();
  const canceling = useDialog<AdminClass>();
  const actionsOf = (courseClass: AdminClass): MenuItem[] => {
    const { id, startTime } = courseClass;
    const file = apiUrl('GET /api/admin/attendance.csv', { query: { class: id, ...anyone } });
    const message = { label: 'Message the Class', onSelect: () => messaging.open(courseClass) };
    const cancel = { label: 'Cancel Class', onSelect: () => canceling.open(courseClass) };
    return [
      user?.canEdit && message,
      { label: 'Download CSV', href: file, isDownload: true },
      user && canAdminister(user.role) && { label: 'Audit', href: auditOf('class', id) },
      user?.canEdit && canCancelClass(new Date(startTime), now) && { ...cancel, isDangerous: true },
    ].filter((action) => typeof action === 'object' && action !== null);
  };
  const dialogs = (
    <>
      {messaging.render((dialog, courseClass) => (
        <MessageClassDialog
          courseClass={courseClass}
          hasBegun={hasStarted(new Date(courseClass.startTime), now)}
          {...dialog}
        />
      ))}
      {canceling.render((dialog, courseClass) => (
        <CancelClassesDialog chosen={[courseClass]} {...dialog} />
      ))}
    </>
  );
  return { actionsOf, dialogs };
}

/** On the class's page, these actions are buttons, and the others are in the menu. */
const isButton = ({ onSelect, isDangerous }: MenuItem) => onSelect && !isDangerous;

interface ClassActionsProps {
  page: ClassPage;
  canEdit: boolean;
  now: Date;
  /** The id of the element that explains why the meeting can't be started yet. */
  meetingStateId: string;
}

export function ClassActions({ page, canEdit, now, meetingStateId }: ClassActionsProps) {
  const { courseClass } = page;
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const editing = useDialog<true>();
  const { actionsOf, dialogs } = useClassActions(now);
  const actions = actionsOf(courseClass);
  const isAhead = isUpcoming(new Date(courseClass.startTime), now);
  return (
    <Card as="section" aria-label="Actions" className="print:hidden">
      <div className="flex flex-wrap gap-2.5 lg:flex-col">
        {isAhead && (
          <StartMeetingButton
            courseClass={courseClass}
            describedBy={isAwaitingMeeting(courseClass) ? meetingStateId : undefined}
          />
        )}
        {isAhead && canEdit && (
          <DialogButton onClick={() => editing.open(true)}>Edit Class</DialogButton>
        )}
        {actions.filter(isButton).map(({ label, onSelect }) => (
          <DialogButton key={label} onClick={onSelect}>
            {label}
          </DialogButton>
        ))}
        <Button variant="outline" size="small" onClick={() => window.print()}>
          Print This List
        </Button>
        <ClassMenu
          variant="ghost"
          size="small"
          items={actions.filter((action) => !isButton(action))}
        >
          More Actions
        </ClassMenu>
      </div>
      {dialogs}
      {editing.render((dialog) => (
        <EditClassDialog
          courseClass={courseClass}
          {...dialog}
          onClose={() => {
            editing.close();
            invalidate(client, 'GET /api/admin/classes/:id');
          }}
          onDeleted={() => navigate(PAGES.admin)}
        />
      ))}
    </Card>
  );
}
