import type { ScheduleEntry } from '../../contract/schedule.ts';
import type { CalendarDate } from '../../course/calendar-date.ts';
import { describeClass } from '../../course/class-state.ts';
import { DEFAULT_FIRST_CLASS, type TimeSlot } from '../../course/course.ts';
import { classStart } from '../../course/pacific-time.ts';
import { RetreatPanel } from '../retreats/retreat-card.tsx';
import { FirstSessionsNote, headingId } from '../schedule/class-facts.tsx';
import { UpcomingClass } from '../schedule/upcoming-class.tsx';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.ts';

const beforeAllClasses = new Date(0);

/** Classes are weekly up to Class 7 and monthly after that. */
const samples: [number, date: CalendarDate, timeSlot: TimeSlot, instructor: string][] = [
  [5, '2027-09-07', '4PM', 'Daniel'],
  [6, '2027-09-14', '4PM', 'Daniel'],
  [7, '2027-09-21', '6PM', 'Elena'],
  [8, '2027-10-16', '10AM', 'Ruth'],
  [9, '2027-11-13', '10AM', 'Ruth'],
  [10, '2027-12-11', '10AM', 'Elena'],
];

const sampleSchedule = samples.map(
  ([classNumber, date, timeSlot, instructorFirstName]): ScheduleEntry => ({
    id: classNumber,
    classId: classNumber,
    classNumber,
    isRescheduled: false,
    wasInRoom: false,
    wasHeld: null,
    cancellation: null,
    studentZoomJoinUrl: null,
    class: {
      startTime: classStart(date, timeSlot).toISOString(),
      zoomJoinUrl: null,
      instructorFirstName,
    },
  }),
);

export function YourScheduleScreen() {
  usePageTitle('Your Course Schedule');
  return (
    <>
      <h1>Your Course Schedule</h1>
      <div className="mt-5">
        <RetreatPanel registration={null} code={site.retreatCode} />
      </div>
      <FirstSessionsNote firstShown={DEFAULT_FIRST_CLASS} />
      <ul className="grid grid-cols-1 gap-3">
        {sampleSchedule.map((entry, index) => (
          <UpcomingClass
            key={entry.classNumber}
            entry={entry}
            state={describeClass(new Date(entry.class.startTime), null, beforeAllClasses)}
            isNext={index === 0}
            joinButton={(style) => (
              <Button
                {...style}
                aria-describedby={headingId(entry)}
                onClick={() => window.alert(aboutJoining)}
              >
                Join Class
              </Button>
            )}
            onReschedule={() => window.alert(aboutRescheduling)}
          />
        ))}
      </ul>
    </>
  );
}

const aboutJoining = 'This is a sample schedule. On yours, Join Class opens your class on Zoom.';
const aboutRescheduling =
  'This is a sample schedule. On yours, Reschedule lets you pick a new time for the class.';
