import type { ClassPage } from '../../contract/class-page.ts';
import { isAwaitingMeeting } from '../classes/queries.ts';
import { MeetingProblem, meetingProblemsOf } from '../meetings/class-meeting.tsx';

/** What says why a meeting cannot be started yet. */
export const meetingStateId = 'meeting-state';

interface ClassFactsProps {
  page: ClassPage;
  canRetry: boolean;
}

/** What a class is, in one line, and how its meeting stands. */
export function ClassFacts({ page, canRetry }: ClassFactsProps) {
  const { courseClass, instructorName, host } = page;
  return (
    <>
      <p className="wrap-anywhere">
        {courseClass.topic} · {instructorName ?? 'No instructor yet'} · Zoom host {host}
      </p>
      <p id={meetingStateId} className="print:hidden">
        {meetingState(page)}
      </p>
      {meetingProblemsOf(courseClass).length > 0 && (
        <div className="print:hidden">
          <MeetingProblem courseClass={courseClass} canRetry={canRetry} />
        </div>
      )}
    </>
  );
}

function meetingState({ courseClass, cancellation }: ClassPage): string {
  if (cancellation) return 'The class is cancelled.';
  if (isAwaitingMeeting(courseClass)) return 'The meeting is being made.';
  return courseClass.meetingProblem ? '' : 'The meeting is ready.';
}
