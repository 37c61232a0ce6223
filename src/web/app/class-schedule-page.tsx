import { PAGES } from '../../course/pages.ts';
import {
  ClassScheduleScreen,
  ClassScheduleSkeleton,
} from '../scheduling/class-schedule-screen.tsx';
import { StudentPlace } from './student-place.tsx';

export function ClassSchedulePage() {
  return (
    <StudentPlace page={PAGES.classSchedule} fallback={<ClassScheduleSkeleton />}>
      <ClassScheduleScreen />
    </StudentPlace>
  );
}
