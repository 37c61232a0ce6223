import type { ResponseTo } from '../../contract/contract.ts';
import type { Answers } from './fake-api.ts';
import { studentRow } from './fixtures.ts';

type AlumniRow = ResponseTo<'GET /api/alumni'>['data'][number];
type PersonPage = ResponseTo<'GET /api/admin/people/:id'>;
type StaffRow = ResponseTo<'GET /api/admin/staff'>[number];

export function alumniRow(id: number, changes: Partial<AlumniRow> = {}): AlumniRow {
  const { classesScheduled, classDetails, retreatScheduled, retreatDetails, ...row } =
    studentRow(id);
  return { ...row, email: 'aiko@example.org', firstName: 'Aiko', lastName: 'Tanaka', ...changes };
}

/** One page of the alumni, out of as many as it says. */
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
    accessEndedAt: null,
    roleBeforeStaff: null,
    upcomingClasses: 0,
    messageProblem: null,
    textProblem: null,
    version: 1,
    ...changes,
  };
}

/** The page of a student who has chosen nothing yet. */
export function personPage(changes: Partial<PersonPage> = {}): PersonPage {
  const row = studentRow(1);
  return {
    id: row.id,
    role: 'student',
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    isPhoneConfirmed: true,
    startDate: row.startDate,
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
    retreats: [],
    consent: null,
    textRefusal: null,
    signIn: { lastAt: null, devices: [], links: [] },
    otherViewers: [],
    student: row,
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
