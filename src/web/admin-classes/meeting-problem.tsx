import { useQueryClient } from '@tanstack/react-query';
import type { AdminClass } from '../../contract/admin-classes.ts';
import { formatSpokenSlot } from '../../course/pacific-time.ts';
import { refresh, useChange, wordsOf } from '../call.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { toastError } from '../ui/form-refusal.ts';
import { toast } from '../ui/toast.ts';

/** Asking Zoom takes a moment; the list is looked at again when the answer should be there. */
const answerAfterMs = 3_000;

interface MeetingProblemProps {
  aClass: AdminClass;
  canRetry: boolean;
}

export function MeetingProblem({ aClass, canRetry }: MeetingProblemProps) {
  const client = useQueryClient();
  const retry = useChange('POST /api/admin/classes/:id/retry-meeting', {
    onSuccess: ({ message }) => {
      toast({ title: message });
      setTimeout(() => refresh(client, 'GET /api/classes/all'), answerAfterMs);
    },
    onError: (error) => toastError(wordsOf(error, 'The meeting could not be tried again.')),
  });
  const what = aClass.zoomMeetingId ? 'Meeting not up to date' : 'Meeting not made';
  return (
    <FailureNote
      about={formatSpokenSlot(new Date(aClass.startTime))}
      pending={retry.state === 'pending'}
      onRetry={canRetry ? () => retry.make({ params: { id: aClass.id } }) : undefined}
    >
      {what}: {aClass.meetingProblem}
    </FailureNote>
  );
}
