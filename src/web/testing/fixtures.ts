import type { ResponseTo } from '../../contract/contract.ts';
import type { Answers } from './fake-api.ts';

type Entry = ResponseTo<'GET /api/schedule'>[number];
type AdminClass = ResponseTo<'GET /api/classes/all'>[number];
type StudentRow = ResponseTo<'GET /api/students'>[number];

const starts = [
  '2026-11-10T17:00:00.000Z',
  '2026-11-18T17:00:00.000Z',
  '2026-11-25T17:00:00.000Z',
  '2026-12-16T17:00:00.000Z',
  '2027-01-13T17:00:00.000Z',
  '2027-02-10T17:00:00.000Z',
];

export function scheduleEntry(classNumber: number, changes: Partial<Entry> = {}): Entry {
  return {
    id: classNumber,
    classNumber,
    classId: 100 + classNumber,
    isRescheduled: false,
    wasInRoom: false,
    wasHeld: null,
    studentZoomJoinUrl: `https://zoom.test/own/${classNumber}`,
    class: {
      startTime: starts[classNumber - 5] ?? '',
      zoomJoinUrl: `https://zoom.test/class/${classNumber}`,
      instructorFirstName: 'Daniel',
    },
    cancellation: null,
    ...changes,
  };
}

/** Classes 5 to 10, class 5 a week ago and class 6 in two days; it was attended unless told otherwise. */
export const studentAnswers: Answers = {
  'GET /api/schedule': [5, 6, 7, 8, 9, 10].map((classNumber) => scheduleEntry(classNumber)),
  'GET /api/attendance': [{ classId: 105, status: 'Present' }],
  'GET /api/retreat-registration': null,
};

export function adminClass(id: number, changes: Partial<AdminClass> = {}): AdminClass {
  return {
    id,
    startTime: '2026-11-20T18:00:00.000Z',
    timeSlot: '10AM',
    dayOfWeek: 'Friday',
    classType: 'Weekly',
    instructorFirstName: null,
    topic: 'TM Weekly Class',
    zoomMeetingId: '81234567890',
    zoomRegistrationUrl: 'https://zoom.test/register',
    meetingProblem: null,
    registrantProblems: [],
    registrationCount: 0,
    registrations: [],
    classNumber: null,
    version: 1,
    ...changes,
  };
}

export function studentRow(id: number, changes: Partial<StudentRow> = {}): StudentRow {
  return {
    id,
    startDate: '2026-11-11',
    email: 'farah@example.org',
    firstName: 'Farah',
    lastName: 'Haddad',
    phone: '+12025550104',
    textConsent: true,
    textRefusal: null,
    hasSignedIn: true,
    loginLink: '/verify?token=dormant',
    messageProblem: null,
    textProblem: null,
    version: 1,
    classesScheduled: 0,
    classDetails: [],
    retreatScheduled: 'No',
    retreatDetails: [],
    ...changes,
  };
}

/** A dashboard with one class and one student. */
export const staffAnswers: Answers = {
  'GET /api/classes/all': [adminClass(1)],
  'GET /api/students': [studentRow(1)],
  'GET /api/instructors': [{ id: 9, name: 'Ruth Abara', role: 'teacher' }],
};
