import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminClass } from '../../contract/timetable.ts';
import { isTimeToStart } from '../../course/class-state.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { ApiError, errorMessage, invalidate, useApiMutation } from '../api.ts';
import { useRights } from '../auth.tsx';
import { now } from '../server-clock.ts';
import { useWaitingTab } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { CallButton } from '../ui/call-button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { FailureNote } from '../ui/notice.tsx';
import type { ButtonStyle } from '../ui/styles.ts';
import { useDialog } from '../ui/use-dialog.ts';

const { ConfirmDialog } = lazily(() => import('../ui/action-dialog.tsx'));

interface StartMeetingButtonProps {
  courseClass: AdminClass;
  children?: ReactNode;
  describedBy: string | undefined;
  early?: ButtonStyle;
}

/** Until half an hour before the class, the button asks for confirmation. */
export function StartMeetingButton(props: StartMeetingButtonProps) {
  const { courseClass, children, describedBy, early = { variant: 'quiet' } } = props;
  const startsAt = new Date(courseClass.startTime);
  const isDue = isTimeToStart(startsAt, now());
  const style: ButtonStyle = isDue ? { variant: 'primary' } : early;
  const question = useDialog<true>();
  const client = useQueryClient();
  const { open, goTo, giveUp } = useWaitingTab('Zoom', 'Starting the Zoom meeting…');
  const start = useApiMutation('GET /api/classes/:id/fresh-zoom-url', {
    onSuccess: ({ startUrl }) => {
      if (!/^https?:/.test(startUrl ?? '')) return giveUp('Error', 'Failed to get Zoom start URL');
      if (!goTo(startUrl)) giveUp('Error starting Zoom meeting', blocked);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) {
        giveUp('No Zoom meeting', "This class doesn't have an associated Zoom meeting");
        // The class list was stale, so refetch it.
        invalidate(client, 'GET /api/classes/all');
      } else {
        giveUp('Error starting Zoom meeting', errorMessage(error, 'Failed to get fresh Zoom URL'));
      }
    },
  });
  const press = () => {
    open();
    start.mutate({ params: { id: courseClass.id } });
  };
  return (
    <>
      <Button
        size="small"
        {...style}
        className="whitespace-nowrap"
        disabled={!courseClass.zoomMeetingId}
        aria-describedby={describedBy}
        pending={start.isPending}
        onClick={isDue ? press : () => question.open(true)}
      >
        <span>Start Zoom Meeting{children}</span>
      </Button>
      {question.render((dialog) => (
        <ConfirmDialog
          {...dialog}
          title="Start this meeting early?"
          description={`The class starts on ${formatSpokenSlot(startsAt)}. Once you start the meeting, anyone with a link can join.`}
          confirmText="Start Now"
          confirmVariant="primary"
          pendingText="Starting..."
          onConfirm={() => {
            question.close();
            press();
          }}
        />
      ))}
    </>
  );
}

const blocked = 'Your browser blocked the new tab. Allow pop-ups for this site and try again.';

export function MeetingProblem({ courseClass }: { courseClass: AdminClass }) {
  const { canEdit } = useRights();
  const { zoomMeetingId, meetingProblem, registrantProblems } = courseClass;
  const what = zoomMeetingId ? 'We couldn’t update the meeting' : 'We couldn’t create the meeting';
  const problems = [
    ...(meetingProblem ? [`${what}: ${meetingProblem}`] : []),
    ...registrantProblems,
  ];
  if (problems.length === 0) return null;
  const retry = (
    <CallButton
      call="POST /api/admin/classes/:id/retry-meeting"
      input={{ params: { id: courseClass.id } }}
      later={['GET /api/classes/all', 'GET /api/admin/classes/:id']}
      failed="We couldn’t update the meeting in Zoom. Please try again."
      aria-label={`Retry, ${formatSpokenSlot(new Date(courseClass.startTime))}`}
    >
      Retry
    </CallButton>
  );
  return (
    <FailureNote retry={canEdit && retry}>
      {problems.map((sentence) => (
        <span key={sentence} className="block">
          {sentence}
        </span>
      ))}
    </FailureNote>
  );
}

/** Falls back to the join URL, which Zoom redirects to the registration page. */
export function registrationPageOf(courseClass: AdminClass): string | null {
  const { zoomRegistrationUrl, zoomMeetingId } = courseClass;
  if (zoomRegistrationUrl) return zoomRegistrationUrl;
  return zoomMeetingId && `https://zoom.us/j/${encodeURIComponent(zoomMeetingId)}`;
}
