import { type ScheduleEntry, schedulingCalls } from '../../contract/scheduling.ts';

/** A student's wish to put one of their classes on another time. */
export interface MoveRequest {
  kind: MoveKind;
  entry: ScheduleEntry;
}

export type MoveKind = 'reschedule' | 'makeup';

const { getSchedule, getAttendance } = schedulingCalls;

export const moveKinds = {
  reschedule: {
    title: 'Reschedule Class',
    sentence: 'Choose another time in place of',
    offer: schedulingCalls.offerRescheduleSlots,
    move: schedulingCalls.rescheduleClass,
    confirm: 'Reschedule',
    confirming: 'Rescheduling...',
    success: 'Class rescheduled successfully',
    failure: 'Reschedule Failed',
    refreshes: [getSchedule],
  },
  makeup: {
    title: 'Schedule Makeup for Class',
    sentence: 'Choose a time to make up for',
    offer: schedulingCalls.offerMakeupSlots,
    move: schedulingCalls.scheduleMakeup,
    confirm: 'Schedule Makeup',
    confirming: 'Scheduling...',
    success: 'Makeup class scheduled successfully',
    failure: 'Scheduling Failed',
    refreshes: [getSchedule, getAttendance],
  },
} as const;
