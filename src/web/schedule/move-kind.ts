import type { ScheduleEntry } from '../../contract/schedule.ts';

export interface MoveRequest {
  kind: MoveKind;
  entry: ScheduleEntry;
}

export type MoveKind = 'reschedule' | 'choose-again' | 'makeup';

export const moveKinds = {
  reschedule: {
    title: 'Reschedule Class',
    sentence: 'Choose another time in place of',
    offer: 'GET /api/classes/reschedule-for-class/:registrationId/:weekOffset',
    move: 'PATCH /api/register/reschedule/:registrationId',
    confirm: 'Reschedule',
    confirming: 'Rescheduling...',
    success: 'Class rescheduled successfully',
    failure: 'Reschedule Failed',
    canUndo: true,
    invalidates: ['GET /api/schedule'],
  },
  /** For a class that was cancelled: the calls are those for rescheduling. */
  'choose-again': {
    title: 'Choose a New Time for Class',
    sentence: 'It takes the place of the class on',
    offer: 'GET /api/classes/reschedule-for-class/:registrationId/:weekOffset',
    move: 'PATCH /api/register/reschedule/:registrationId',
    confirm: 'Choose This Time',
    confirming: 'Saving...',
    success: 'Class time selected successfully',
    failure: 'The new time was not saved',
    /** There is no class to go back to. */
    canUndo: false,
    invalidates: ['GET /api/schedule'],
  },
  makeup: {
    title: 'Schedule Makeup for Class',
    sentence: 'Choose a time to make up for',
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
