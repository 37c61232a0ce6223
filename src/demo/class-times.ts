import { addDays, type CalendarDate } from '../course/calendar-date.ts';
import type { ClassType, TimeSlot } from '../course/course.ts';
import { type DayOfWeek, dayOfWeekOn } from '../course/format-time.ts';
import { classStart } from '../course/pacific-time.ts';

interface ClassTime {
  day: DayOfWeek;
  timeSlot: TimeSlot;
  /** Whose class it is; null while nobody has been found for it. */
  teacher: string | null;
}

interface MonthlyClassTime extends ClassTime {
  /** 1 stands for the first such day of a month. */
  inMonth: readonly number[];
}

const daniel = 'teacher@demo.test';
const elena = 'elena.moretti@demo.test';
const ruth = 'ruth.abara@demo.test';

const weekly: readonly ClassTime[] = [
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

const monthly: readonly MonthlyClassTime[] = [
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
export function demoClassesOf(sunday: CalendarDate): DemoClass[] {
  return Array.from({ length: 7 }, (_, day) => addDays(sunday, day)).flatMap((date) => {
    const isThatDay = ({ day }: ClassTime) => day === dayOfWeekOn(date);
    const week = Math.ceil(Number(date.slice(-2)) / 7);
    const times = [
      ...weekly.map((time) => ({ ...time, classType: 'Weekly' as const })),
      ...monthly
        .filter(({ inMonth }) => inMonth.includes(week))
        .map((time) => ({ ...time, classType: 'Monthly' as const })),
    ];
    return times.filter(isThatDay).map(({ timeSlot, classType, teacher }) => ({
      startsAt: classStart(date, timeSlot),
      classType,
      teacher,
    }));
  });
}
