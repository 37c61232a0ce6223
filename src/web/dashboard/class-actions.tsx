import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { ClassPage } from '../../contract/class-page.ts';
import { isUpcoming } from '../../course/class-time.ts';
import { invalidate } from '../api.ts';
import { isAwaitingMeeting } from '../classes/queries.ts';
import { StartMeetingButton } from '../meetings/class-meeting.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { loadLazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { meetingStateId } from './class-facts.tsx';

const EditClassDialog = loadLazily(() =>
  import('../classes/edit-class-dialog.tsx').then((chunk) => chunk.EditClassDialog),
);

interface ClassActionsProps {
  page: ClassPage;
  canEdit: boolean;
  now: Date;
}

/** What can be done with a class as a whole. */
export function ClassActions({ page: { courseClass }, canEdit, now }: ClassActionsProps) {
  const client = useQueryClient();
  const editing = useDialog<true>();
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
          <Button
            variant="outline"
            size="small"
            aria-haspopup="dialog"
            onClick={() => editing.open(true)}
          >
            Edit Class
          </Button>
        )}
        <Button variant="outline" size="small" onClick={() => window.print()}>
          Print this list
        </Button>
      </div>
      <Suspense>
        {editing.subject && (
          <EditClassDialog
            courseClass={courseClass}
            open={editing.isOpen}
            onClose={() => {
              editing.close();
              invalidate(client, 'GET /api/admin/classes/:id');
            }}
          />
        )}
      </Suspense>
    </Card>
  );
}
