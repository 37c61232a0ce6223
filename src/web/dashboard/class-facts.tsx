import type { ClassPage } from '../../contract/class-page.ts';
import { isPast } from '../../course/class-time.ts';
import { MeetingProblem, meetingProblemsOf } from '../meetings/class-meeting.tsx';
import { isAwaitingMeeting } from '../timetable/queries.ts';

/** What says why a meeting cannot be started yet. */
export const meetingStateId = 'meeting-state';

interface ClassFactsProps {
  page: ClassPage;
  canRetry: boolean;
  now: Date;
}

/** What a class is, in one line, and how its meeting stands. */
export function ClassFacts({ page, canRetry, now }: ClassFactsProps) {
  const { courseClass, instructorName, host } = page;
  return (
    <>
      <p className="wrap-anywhere">
        {courseClass.topic} · {instructorName ?? 'No instructor yet'} · Zoom host {host}
      </p>
      <p id={meetingStateId} className="print:hidden">
        {meetingState(page, now)}
      </p>
      {meetingProblemsOf(courseClass).length > 0 && (
        <div className="print:hidden">
          <MeetingProblem courseClass={courseClass} canRetry={canRetry} />
        </div>
      )}
    </>
  );
}

function meetingState(page: ClassPage, now: Date): string {
  const { courseClass, cancellation, isAttendanceFinal, attendanceProblem, wasHeld } = page;
  // The note below says it.
  if (cancellation) return '';
  if (isPast(new Date(courseClass.startTime), now)) {
    if (attendanceProblem || wasHeld === false || !courseClass.zoomMeetingId) return '';
    return isAttendanceFinal ? 'Zoom has said who came.' : 'Zoom’s report of who came is awaited.';
  }
  if (isAwaitingMeeting(courseClass)) return 'The meeting is being made.';
  return courseClass.meetingProblem ? '' : 'The meeting is ready.';
}
