import { addDays, type CalendarDate } from '../course/calendar-date.ts';
import type { ClassType, TimeSlot } from '../course/course.ts';
import { classStart, type DayOfWeek, dayOfWeekOn } from '../course/pacific-time.ts';

interface Line {
  day: DayOfWeek;
  timeSlot: TimeSlot;
  /** Whose class it is; null while nobody has been found for it. */
  teacher: string | null;
}

interface MonthlyLine extends Line {
  /** 1 stands for the first such day of a month. */
  inMonth: readonly number[];
}

const daniel = 'teacher@demo.test';
const elena = 'elena.moretti@demo.test';
const ruth = 'ruth.abara@demo.test';

const weekly: readonly Line[] = [
  { day: 'Sunday', timeSlot: '4PM', teacher: ruth },
  { day: 'Monday', timeSlot: '12PM', teacher: daniel },
  { day: 'Monday', timeSlot: '6PM', teacher: elena },
  { day: 'Tuesday', timeSlot: '9AM', teacher: ruth },
  { day: 'Tuesday', timeSlot: '4PM', teacher: daniel },
  { day: 'Wednesday', timeSlot: '7PM', teacher: elena },
  { day: 'Thursday', timeSlot: '12PM', teacher: ruth },
  { day: 'Thursday', timeSlot: '6PM', teacher: daniel },
  { day: 'Friday', timeSlot: '10AM', teacher: null },
  { day: 'Saturday', timeSlot: '10AM', teacher: elena },
];

const monthly: readonly MonthlyLine[] = [
  { day: 'Saturday', timeSlot: '9AM', teacher: ruth, inMonth: [1, 3] },
  { day: 'Saturday', timeSlot: '1PM', teacher: daniel, inMonth: [1, 4] },
  { day: 'Wednesday', timeSlot: '5PM', teacher: daniel, inMonth: [2, 4] },
  { day: 'Thursday', timeSlot: '8AM', teacher: elena, inMonth: [2] },
];

export interface DemoClass {
  startsAt: Date;
  classType: ClassType;
  teacher: string | null;
}

/** The classes of one Pacific week, named by its Sunday. */
export function timetableOf(sunday: CalendarDate): DemoClass[] {
  return Array.from({ length: 7 }, (_, day) => addDays(sunday, day)).flatMap((date) => {
    const isThatDay = ({ day }: Line) => day === dayOfWeekOn(date);
    const week = Math.ceil(Number(date.slice(-2)) / 7);
    const lines = [
      ...weekly.map((line) => ({ ...line, classType: 'Weekly' as const })),
      ...monthly
        .filter(({ inMonth }) => inMonth.includes(week))
        .map((line) => ({ ...line, classType: 'Monthly' as const })),
    ];
    return lines.filter(isThatDay).map(({ timeSlot, classType, teacher }) => ({
      startsAt: classStart(date, timeSlot),
      classType,
      teacher,
    }));
  });
}
