import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { contract } from '../../contract/contract.ts';
import type { DemoEmail } from '../../demo/accounts.ts';
import { people } from '../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());

const callers = ['nobody', 'student', 'alumni', 'teacher', 'lent teacher', 'admin'] as const;
type Caller = (typeof callers)[number];

const emails: Record<Exclude<Caller, 'nobody'>, DemoEmail> = {
  student: 'new-student@demo.test',
  alumni: 'alumni@demo.test',
  teacher: 'teacher@demo.test',
  'lent teacher': 'teacher@demo.test',
  admin: 'admin@demo.test',
};

/** Written by hand from what each role is for, apart from the rule that the server follows. */
const anyone = [...callers];
const signedIn: Caller[] = ['student', 'alumni', 'teacher', 'lent teacher', 'admin'];
const students: Caller[] = ['student'];
const alumniAndStaff: Caller[] = ['alumni', 'teacher', 'lent teacher', 'admin'];
const staff: Caller[] = ['teacher', 'lent teacher', 'admin'];
const editors: Caller[] = ['lent teacher', 'admin'];
const admins: Caller[] = ['admin'];

const mayCall: Record<keyof typeof contract, Caller[]> = {
  sendLoginLink: anyone,
  verifyLink: anyone,
  logout: anyone,
  getUser: signedIn,
  getAccount: signedIn,
  getOwnData: signedIn,
  signOutEverywhere: signedIn,
  signOutPerson: admins,
  copyLoginLink: staff,
  offerClasses: students,
  chooseClass: students,
  offerRescheduleSlots: students,
  rescheduleClass: students,
  offerMakeupSlots: students,
  scheduleMakeup: students,
  getSchedule: students,
  getAttendance: students,
  getCalendar: students,
  renewCalendar: students,
  getCalendarFile: students,
  getCalendarFeed: anyone,
  getRetreatRegistration: students,
  completeRetreatInfo: students,
  editRetreatRegistration: admins,
  getUnmatchedRetreats: admins,
  matchRetreatRegistration: admins,
  updateTextConsent: signedIn,
  getAlumniClasses: alumniAndStaff,
  joinAlumniClass: alumniAndStaff,
  getAllClasses: staff,
  addClass: admins,
  editClass: editors,
  countRegistrations: staff,
  deleteClass: editors,
  retryMeeting: editors,
  getFreshZoomUrl: staff,
  getInstructors: staff,
  getStudents: staff,
  getAlumni: staff,
  retryMessages: editors,
  addPerson: editors,
  importPeople: admins,
  exportPeople: admins,
  erasePerson: admins,
  editStudent: admins,
  getStaff: admins,
  addStaff: admins,
  editStaff: admins,
  endStaffAccess: admins,
  restoreStaffAccess: admins,
  checkSetup: admins,
  getNotices: admins,
  sendTestMail: admins,
};

type Call = (typeof contract)[keyof typeof contract];

async function verdictFor(caller: Caller, { method, path }: Call): Promise<string> {
  // A session of its own for every call: one of the calls ends it.
  const cookie = caller === 'nobody' ? '' : await portal.cookieOf(emails[caller]);
  const url = path.replace(/:\w+/g, '999999999');
  const { statusCode } = await portal.app.inject({ method, url, headers: { cookie } });
  if (statusCode >= 500) return `failed with ${statusCode}`;
  return statusCode === 401 ? 'sign in' : statusCode === 403 ? 'not for you' : 'go on';
}

test('every call lets in exactly those whom the table names', { timeout: 60_000 }, async () => {
  const expected: Record<string, string> = {};
  const found: Record<string, string> = {};
  for (const caller of callers) {
    const isAdmin = caller === 'lent teacher';
    const whereTeacher = eq(people.email, emails.teacher);
    await portal.database.update(people).set({ isAdmin }).where(whereTeacher);
    for (const [name, call] of Object.entries(contract)) {
      const refusal = caller === 'nobody' ? 'sign in' : 'not for you';
      const isAllowed = mayCall[name as keyof typeof mayCall].includes(caller);
      expected[`${caller}: ${name}`] = isAllowed ? 'go on' : refusal;
      found[`${caller}: ${name}`] = await verdictFor(caller, call);
    }
  }
  expect(found).toEqual(expected);
});

test('every call is served', () => {
  for (const { method, path } of Object.values(contract)) {
    expect([path, portal.app.hasRoute({ method, url: path })]).toEqual([path, true]);
  }
});
