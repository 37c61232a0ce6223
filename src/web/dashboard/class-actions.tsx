import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import type { ClassPage } from '../../contract/class-page.ts';
import { canCancelClass } from '../../course/cancelling.ts';
import { hasStarted, isUpcoming } from '../../course/class-time.ts';
import { auditOf, PAGES } from '../../course/pages.ts';
import { canAdminister } from '../../course/roles.ts';
import { apiUrl, invalidate } from '../api.ts';
import { useAuth } from '../auth.tsx';
import { StartMeetingButton } from '../meetings/class-meeting.tsx';
import { isAwaitingMeeting } from '../timetable/queries.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { buttonStyles } from '../ui/styles.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { meetingStateId } from './class-facts.tsx';

const { CancelClassesDialog } = lazily(() => import('../timetable/cancel-classes-dialog.tsx'));
const { MessageClassDialog } = lazily(() => import('../messages/message-class-dialog.tsx'));
const { EditClassDialog } = lazily(() => import('../timetable/edit-class-dialog.tsx'));

interface ClassActionsProps {
  page: ClassPage;
  canEdit: boolean;
  now: Date;
}

/** What can be done with a class as a whole. */
export function ClassActions({ page, canEdit, now }: ClassActionsProps) {
  const { courseClass } = page;
  const { user } = useAuth();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const editing = useDialog<true>();
  const cancelling = useDialog<true>();
  const writing = useDialog<true>();
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
          <Button
            variant="outline"
            size="small"
            aria-haspopup="dialog"
            onClick={() => editing.open(true)}
          >
            Edit Class
          </Button>
        )}
        {canEdit && (
          <Button
            variant="outline"
            size="small"
            aria-haspopup="dialog"
            onClick={() => writing.open(true)}
          >
            Message the Class
          </Button>
        )}
        {isAhead && canEdit && canCancelClass(startsAt, now) && (
          <Button
            variant="caution"
            size="small"
            aria-haspopup="dialog"
            onClick={() => cancelling.open(true)}
          >
            Cancel Class
          </Button>
        )}
        <Button variant="outline" size="small" onClick={() => window.print()}>
          Print this list
        </Button>
        <a
          href={apiUrl('GET /api/admin/classes/:id/attendance.csv', {
            params: { id: courseClass.id },
          })}
          download
          className={buttonStyles({ variant: 'outline', size: 'small' })}
        >
          Download CSV
        </a>
        {user && canAdminister(user.role) && (
          <Link
            href={auditOf('class', courseClass.id)}
            className={buttonStyles({ variant: 'outline', size: 'small' })}
          >
            Audit
          </Link>
        )}
      </div>
      {writing.render((dialog) => (
        <MessageClassDialog
          courseClass={courseClass}
          hasBegun={hasStarted(startsAt, now)}
          {...dialog}
        />
      ))}
      {cancelling.render((dialog) => (
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
