import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import type { ClassPage } from '../../contract/class-page.ts';
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
import { buttonStyles } from '../ui/styles.ts';
import { useDialog } from '../ui/use-dialog.ts';

const { CancelClassesDialog } = lazily(() => import('../timetable/cancel-classes-dialog.tsx'));
const { MessageClassDialog } = lazily(() => import('../messages/message-class-dialog.tsx'));
const { EditClassDialog } = lazily(() => import('../timetable/edit-class-dialog.tsx'));

const anyone = { instructor: '', student: '' };
const style = { variant: 'outline', size: 'small' } as const;

interface ClassActionsProps {
  page: ClassPage;
  canEdit: boolean;
  now: Date;
  /** The id of the element that explains why the meeting can't be started yet. */
  meetingStateId: string;
}

export function ClassActions({ page, canEdit, now, meetingStateId }: ClassActionsProps) {
  const { courseClass } = page;
  const { id } = courseClass;
  const { user } = useAuth();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const editing = useDialog<true>();
  const canceling = useDialog<true>();
  const messaging = useDialog<true>();
  const startsAt = new Date(courseClass.startTime);
  const isAhead = isUpcoming(startsAt, now);
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
        {canEdit && (
          <DialogButton onClick={() => messaging.open(true)}>Message the Class</DialogButton>
        )}
        {isAhead && canEdit && canCancelClass(startsAt, now) && (
          <DialogButton variant="caution" onClick={() => canceling.open(true)}>
            Cancel Class
          </DialogButton>
        )}
        <Button {...style} onClick={() => window.print()}>
          Print This List
        </Button>
        <a
          href={apiUrl('GET /api/admin/attendance.csv', { query: { class: id, ...anyone } })}
          download
          className={buttonStyles(style)}
        >
          Download CSV
        </a>
        {user && canAdminister(user.role) && (
          <Link href={auditOf('class', id)} className={buttonStyles(style)}>
            Audit
          </Link>
        )}
      </div>
      {messaging.render((dialog) => (
        <MessageClassDialog
          courseClass={courseClass}
          hasBegun={hasStarted(startsAt, now)}
          {...dialog}
        />
      ))}
      {canceling.render((dialog) => (
        <CancelClassesDialog chosen={[courseClass]} {...dialog} />
      ))}
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
