import type { ScheduleEntry } from '../../contract/schedule.ts';
import type { CalendarDate } from '../../course/calendar-date.ts';
import type { TimeSlot } from '../../course/course.ts';
import { classStart } from '../../course/pacific-time.ts';

/** Classes are weekly up to Class 7 and monthly after that. */
const samples: readonly [
  classNumber: number,
  date: CalendarDate,
  timeSlot: TimeSlot,
  instructor: string,
][] = [
  [5, '2027-09-07', '4PM', 'Daniel'],
  [6, '2027-09-14', '4PM', 'Daniel'],
  [7, '2027-09-21', '6PM', 'Elena'],
  [8, '2027-10-16', '10AM', 'Ruth'],
  [9, '2027-11-13', '10AM', 'Ruth'],
  [10, '2027-12-11', '10AM', 'Elena'],
];

export const sampleSchedule: readonly ScheduleEntry[] = samples.map(
  ([classNumber, date, timeSlot, instructorFirstName]) => ({
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
