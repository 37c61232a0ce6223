import type { ScheduleEntry } from '../../contract/schedule.ts';

export interface MoveRequest {
  kind: MoveKind;
  entry: ScheduleEntry;
}

export type MoveKind = 'reschedule' | 'choose-again' | 'makeup';

const rescheduling = {
  offer: 'GET /api/classes/reschedule-for-class/:registrationId/:weekOffset',
  move: 'PATCH /api/register/reschedule/:registrationId',
  invalidates: ['GET /api/schedule'],
} as const;

export const moveKinds = {
  reschedule: {
    ...rescheduling,
    title: 'Reschedule Class',
    sentence: 'Pick a time to replace',
    confirm: 'Reschedule',
    confirming: 'Rescheduling...',
    success: 'Class rescheduled successfully',
    failure: 'Reschedule Failed',
    canUndo: true,
  },
  /** For a canceled class. */
  'choose-again': {
    ...rescheduling,
    title: 'Pick a New Time for Class',
    sentence: 'Pick a time to replace the class on',
    confirm: 'Save New Time',
    confirming: 'Saving...',
    success: 'Class time selected successfully',
    failure: 'We couldn’t save the new time',
    canUndo: false,
  },
  makeup: {
    title: 'Schedule Makeup for Class',
    sentence: 'Pick a time to make up the class on',
    offer: 'GET /api/classes/makeup-for-class/:registrationId/:weekOffset',
    move: 'PATCH /api/register/makeup/:registrationId',
    confirm: 'Schedule Makeup',
    confirming: 'Scheduling...',
    success: 'Makeup class scheduled successfully',
    failure: 'Scheduling Failed',
    canUndo: true,
    invalidates: ['GET /api/schedule', 'GET /api/attendance'],
  },
} as const;
