import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { AdminClass } from '../../contract/timetable.ts';
import { isTimeToStart } from '../../course/class-time.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { ApiError, errorMessage, invalidate, invalidateLater, useApiMutation } from '../api.ts';
import { now } from '../server-clock.ts';
import { openWaitingTab } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { FailureNote } from '../ui/notice.tsx';
import { toast, toastError } from '../ui/toast.ts';
import { useDialog } from '../ui/use-dialog.ts';

const { ConfirmDialog } = lazily(() => import('../ui/action-dialog.tsx'));

interface StartMeetingButtonProps {
  courseClass: AdminClass;
  /** Which class it is, for those who do not see the row; nothing on the class's own page. */
  children?: ReactNode;
  /** The id of what says why it is disabled. */
  describedBy: string | undefined;
}

/** The one to press from half an hour before the class; earlier it asks whether that is meant. */
export function StartMeetingButton(props: StartMeetingButtonProps) {
  const { courseClass, children, describedBy } = props;
  const startsAt = new Date(courseClass.startTime);
  const isDue = isTimeToStart(startsAt, now());
  const question = useDialog<true>();
  const client = useQueryClient();
  const tab = useRef<Window>(null);
  const giveUp = (title: string, description: string) => {
    tab.current?.close();
    toast({ title, description, variant: 'destructive' });
  };
  const start = useApiMutation('GET /api/classes/:id/fresh-zoom-url', {
    onSuccess: ({ startUrl }) => {
      if (!/^https?:/.test(startUrl ?? '')) return giveUp('Error', 'Failed to get Zoom start URL');
      if (!tab.current) return giveUp('Error starting Zoom meeting', blocked);
      tab.current.location.replace(startUrl);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) {
        giveUp('No Zoom meeting', "This class doesn't have an associated Zoom meeting");
        // The list said otherwise, so it is out of date.
        invalidate(client, 'GET /api/classes/all');
      } else {
        giveUp('Error starting Zoom meeting', errorMessage(error, 'Failed to get fresh Zoom URL'));
      }
    },
  });
  const press = () => {
    tab.current = openWaitingTab('Zoom', 'Starting the Zoom meeting…');
    start.mutate({ params: { id: courseClass.id } });
  };
  return (
    <>
      <Button
        variant={isDue ? 'primary' : 'outline'}
        size="small"
        className="whitespace-nowrap max-lg:flex-1"
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
          title="Start this meeting already?"
          description={`Its class begins on ${formatSpokenSlot(startsAt)}. Whoever has a link can come in as soon as it is started.`}
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

const blocked = 'Your browser blocked the new tab. Please allow pop-ups for this site.';

interface MeetingProblemProps {
  courseClass: AdminClass;
  canRetry: boolean;
}

export function MeetingProblem({ courseClass, canRetry }: MeetingProblemProps) {
  const client = useQueryClient();
  const retry = useApiMutation('POST /api/admin/classes/:id/retry-meeting', {
    onSuccess: ({ message }) => {
      toast({ title: message });
      invalidateLater(client, 'GET /api/classes/all', 'GET /api/admin/classes/:id');
    },
    onError: (error) => toastError(errorMessage(error, 'The meeting could not be tried again.')),
  });
  return (
    <FailureNote
      about={formatSpokenSlot(new Date(courseClass.startTime))}
      pending={retry.isPending}
      onRetry={canRetry ? () => retry.mutate({ params: { id: courseClass.id } }) : undefined}
    >
      {meetingProblemsOf(courseClass).map((sentence) => (
        <span key={sentence} className="block">
          {sentence}
        </span>
      ))}
    </FailureNote>
  );
}

/** What is wrong with a class's meeting, and who has no join link of their own for which reason. */
export function meetingProblemsOf(courseClass: AdminClass): string[] {
  const { zoomMeetingId, meetingProblem, registrantProblems } = courseClass;
  const what = zoomMeetingId ? 'Meeting not up to date' : 'Meeting not made';
  return [...(meetingProblem ? [`${what}: ${meetingProblem}`] : []), ...registrantProblems];
}

/** Where people register for a class's meeting. Zoom leads from the meeting's own address there, too. */
export function registrationPageOf({
  zoomRegistrationUrl,
  zoomMeetingId,
}: AdminClass): string | null {
  if (zoomRegistrationUrl) return zoomRegistrationUrl;
  return zoomMeetingId && `https://zoom.us/j/${encodeURIComponent(zoomMeetingId)}`;
}
