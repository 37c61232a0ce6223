import type { ResponseTo } from '../../contract/contract.ts';
import type { Slot } from '../../contract/schedule.ts';
import type { Answers } from './fake-api.ts';

type Entry = ResponseTo<'GET /api/schedule'>[number];
type AdminClass = ResponseTo<'GET /api/classes/all'>[number];
type StudentRow = ResponseTo<'GET /api/students'>[number];
type AlumniRow = ResponseTo<'GET /api/alumni'>['data'][number];
type FoundPerson = ResponseTo<'GET /api/admin/people'>[number];
type PersonPage = ResponseTo<'GET /api/admin/people/:id'>;
type StaffRow = ResponseTo<'GET /api/admin/staff'>[number];
type Offer = ResponseTo<'GET /api/classes/available'>;

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

/** Classes 5 to 10. The student attended Class 5 a week ago, and Class 6 is in two days. */
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
    places: null,
    defaultPlaces: null,
    classNumber: null,
    version: 1,
    ...changes,
  };
}

export function foundPerson(id: number, changes: Partial<FoundPerson> = {}): FoundPerson {
  const named = { firstName: 'Farah', lastName: 'Haddad', email: 'farah@example.org' };
  return { id, ...named, role: 'student', isDeactivated: false, ...changes };
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

export const staffAnswers: Answers = {
  'GET /api/classes/all': [adminClass(1)],
  'GET /api/students': [studentRow(1)],
  'GET /api/instructors': [{ id: 9, name: 'Ruth Abara', role: 'teacher' }],
};

export function slotAt(id: number, startTime: string): Slot {
  const pacific = { weekday: 'long', timeZone: 'America/Los_Angeles' } as const;
  const dayOfWeek = new Date(startTime).toLocaleDateString('en-US', pacific);
  return { id, startTime, dayOfWeek, placesLeft: null, isFull: false };
}

export function weekOf<Changes extends Partial<Offer>>(classes: Slot[], changes?: Changes) {
  return {
    classes,
    canGoBack: true,
    canGoOn: true,
    nextFreeWeek: null,
    emptyWeek: null,
    firstFutureWeek: null,
    ...changes,
  };
}

export function alumniRow(id: number, changes: Partial<AlumniRow> = {}): AlumniRow {
  const { classesScheduled, classDetails, retreatScheduled, retreatDetails, ...row } =
    studentRow(id);
  return { ...row, email: 'aiko@example.org', firstName: 'Aiko', lastName: 'Tanaka', ...changes };
}

export const alumniPage = (data: AlumniRow[], page = 1, totalPages = 1) => ({
  data,
  pagination: { page, limit: 20, totalPages, total: data.length },
});

export function staffRow(id: number, changes: Partial<StaffRow> = {}): StaffRow {
  return {
    id,
    email: 'ruth@example.org',
    firstName: 'Ruth',
    lastName: 'Abara',
    phone: null,
    role: 'teacher',
    canEdit: false,
    zoomUser: null,
    lastSignInAt: null,
    deactivatedAt: null,
    roleBeforeStaff: null,
    upcomingClasses: 0,
    messageProblem: null,
    textProblem: null,
    version: 1,
    ...changes,
  };
}

export function personPage(changes: Partial<PersonPage> = {}): PersonPage {
  const student = studentRow(1);
  const { id, firstName, lastName, email, phone, startDate } = student;
  return {
    ...{ id, firstName, lastName, email, phone, startDate, student },
    role: 'student',
    isPhoneConfirmed: true,
    transferStudent: false,
    textConsent: true,
    canEdit: false,
    createdAt: '2026-11-01T18:00:00.000Z',
    deactivatedAt: null,
    erasedAt: null,
    hasSignedIn: true,
    version: 1,
    messageProblem: null,
    textProblem: null,
    courseLine: [],
    wish: null,
    waitingLists: [],
    retreats: [],
    consent: null,
    textRefusal: null,
    signIn: { lastAt: null, devices: [], links: [] },
    otherViewers: [],
    ...changes,
  };
}

export function personAnswers(changes: Partial<PersonPage> = {}): Answers {
  return {
    'GET /api/admin/people/:id': personPage(changes),
    'GET /api/admin/people/:id/notes': [],
    'GET /api/admin/people/:id/timeline': { entries: [], next: null },
    'GET /api/admin/people/:id/return': { preview: null },
    'GET /api/admin/people/:id/clearing': { classes: [] },
  };
}
