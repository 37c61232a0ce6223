import { useParams } from 'wouter';
import type { ClassPage } from '../../contract/class-page.ts';
import { isPast } from '../../course/class-state.ts';
import { formatLongDate, formatTime } from '../../course/format-time.ts';
import { PAGES, PAST_CLASSES } from '../../course/pages.ts';
import { useApiQuery } from '../api.ts';
import { ClassAttendance } from '../attendance/class-attendance.tsx';
import { TimelineList } from '../history/timeline.tsx';
import { MeetingProblem } from '../meetings/class-meeting.tsx';
import { MessageActions } from '../messages/message-actions.tsx';
import { useNow } from '../server-clock.ts';
import { CancellationNote } from '../timetable/cancellation-note.tsx';
import { isAwaitingMeeting, placesOf, useClassPage } from '../timetable/queries.ts';
import { Card, Section } from '../ui/card.tsx';
import { FullnessBar } from '../ui/fullness-bar.tsx';
import { countOf, LoadedList } from '../ui/loaded-list.tsx';
import { isNotFound, StaffPageFailure, StaffPageHead } from '../ui/page-layout.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { ClassActions, meetingStateId } from './class-actions.tsx';
import { WaitingList } from './waiting-list.tsx';

export function ClassScreen() {
  const { id } = useParams<{ id: string }>();
  const now = useNow();
  const { data: page, error, refetch } = useClassPage(Number(id));
  if (error && (!page || isNotFound(error))) {
    return <StaffPageFailure noun="Class" error={error} onRetry={refetch} />;
  }
  if (!page) return <PageSpinner />;
  const { courseClass, instructorName, host, cancellation } = page;
  const startsAt = new Date(courseClass.startTime);
  const places = placesOf(courseClass);
  return (
    <>
      <StaffPageHead
        title={`${formatLongDate(startsAt)}, ${formatTime(startsAt)}`}
        from={
          isPast(startsAt, now)
            ? { href: PAST_CLASSES, name: 'Past classes' }
            : { href: PAGES.admin, name: 'Classes' }
        }
      >
        <p className="wrap-anywhere">
          {courseClass.topic} · {instructorName ?? 'No instructor yet'} · Zoom host: {host}
        </p>
        {places !== null && !cancellation && (
          <p className="flex items-center gap-2">
            {courseClass.registrationCount} of {countOf(places, 'place')}
            <FullnessBar count={courseClass.registrationCount} of={places} />
          </p>
        )}
        <p id={meetingStateId} className="print:hidden">
          {meetingState(page, now)}
        </p>
        <div className="print:hidden">
          <MeetingProblem courseClass={courseClass} />
        </div>
      </StaffPageHead>
      {cancellation ? (
        <CancellationNote {...cancellation} />
      ) : (
        <div className="grid items-start gap-5 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_17rem]">
          <ClassAttendance page={page} now={now} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 max-lg:order-first">
            <Card className="lg:*:flex-col print:hidden">
              <ClassActions courseClass={courseClass} now={now} />
            </Card>
            <WaitingList turns={page.waitingList} of="class" />
          </div>
        </div>
      )}
      <ClassMessages classId={courseClass.id} />
    </>
  );
}

function meetingState(page: ClassPage, now: Date): string {
  const { courseClass, cancellation, isAttendanceFinal, attendanceProblem, wasHeld } = page;
  if (cancellation) return '';
  if (isPast(new Date(courseClass.startTime), now)) {
    if (attendanceProblem || wasHeld === false || !courseClass.zoomMeetingId) return '';
    return isAttendanceFinal
      ? 'Zoom has reported who attended.'
      : 'We’re waiting for Zoom’s attendance report.';
  }
  if (isAwaitingMeeting(courseClass)) return 'We’re setting up the meeting.';
  return courseClass.meetingProblem ? '' : 'The meeting is ready.';
}

function ClassMessages({ classId }: { classId: number }) {
  const params = { id: classId };
  const { data, error, refetch } = useApiQuery('GET /api/admin/classes/:id/messages', { params });
  return (
    <Section id="messages-heading" title="Messages" className="mt-5 min-w-0 print:hidden">
      <LoadedList
        count={data?.length}
        query={{ error, refetch }}
        what="the messages"
        emptyText="No messages to this class yet"
      >
        <TimelineList
          entries={data ?? []}
          renderAction={({ messageId, title }) =>
            messageId !== null && <MessageActions messageId={messageId} name={title} />
          }
        />
      </LoadedList>
    </Section>
  );
}
