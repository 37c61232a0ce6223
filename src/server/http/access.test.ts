import { once } from 'node:events';
import { connect as openSocket } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { contract } from '../../contract/contract.ts';
import type { DemoEmail } from '../../demo/people.ts';
import { people } from '../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());

const callers = [
  'signed out',
  'student',
  'student with a staff link',
  'alumni',
  'teacher',
  'teacher with edit rights',
  'admin',
] as const;
type Caller = (typeof callers)[number];

const emails: Record<Exclude<Caller, 'signed out'>, DemoEmail> = {
  student: 'new-student@demo.test',
  'student with a staff link': 'new-student@demo.test',
  alumni: 'alumni@demo.test',
  teacher: 'teacher@demo.test',
  'teacher with edit rights': 'teacher@demo.test',
  admin: 'admin@demo.test',
};

/** Written by hand from each role's purpose, independently of the rule that the server follows. */
const anyone = [...callers];
const bySelf: Caller[] = ['student', 'alumni', 'teacher', 'teacher with edit rights', 'admin'];
const signedIn: Caller[] = [...bySelf, 'student with a staff link'];
const studentsBySelf: Caller[] = ['student'];
const students: Caller[] = ['student', 'student with a staff link'];
const alumniAndStaff: Caller[] = ['alumni', 'teacher', 'teacher with edit rights', 'admin'];
const staff: Caller[] = ['teacher', 'teacher with edit rights', 'admin'];
const editors: Caller[] = ['teacher with edit rights', 'admin'];
const admins: Caller[] = ['admin'];

const mayCall: Record<keyof typeof contract, Caller[]> = {
  sendLoginLink: anyone,
  verifyLink: anyone,
  verifyCode: anyone,
  askForNewLink: anyone,
  logout: anyone,
  getUser: signedIn,
  getAccount: signedIn,
  getOwnData: bySelf,
  signOutEverywhere: bySelf,
  signOutPerson: admins,
  copyLoginLink: staff,
  offerClasses: students,
  chooseClass: students,
  offerRescheduleSlots: students,
  rescheduleClass: students,
  offerMakeupSlots: students,
  scheduleMakeup: students,
  undoMove: students,
  getSchedule: students,
  getOwnMeeting: students,
  proposePlan: students,
  registerPlan: students,
  offerForStudent: editors,
  registerForStudent: editors,
  moveForStudent: editors,
  undoMoveForStudent: editors,
  cancelForStudent: editors,
  getWish: students,
  sendWish: students,
  takeBackWish: students,
  answerWish: editors,
  getWaitingLists: students,
  joinWaitingList: students,
  answerWaitingList: students,
  changeWaitingList: editors,
  getAttendance: students,
  correctAttendance: editors,
  markAttendance: editors,
  markHeld: editors,
  retryReports: editors,
  getCalendar: studentsBySelf,
  renewCalendar: studentsBySelf,
  getCalendarFile: students,
  getCalendarFeed: anyone,
  getRetreatRegistration: students,
  completeRetreatInfo: students,
  editRetreatRegistration: admins,
  getUnmatchedRetreats: admins,
  matchRetreatRegistration: admins,
  updateTextConsent: bySelf,
  changeOwnNumber: bySelf,
  sendNumberCode: bySelf,
  confirmNumber: bySelf,
  getAlumniClasses: alumniAndStaff,
  joinAlumniClass: alumniAndStaff,
  getAllClasses: staff,
  getClass: staff,
  exportAttendance: staff,
  getPastClasses: staff,
  addClass: admins,
  addTerm: admins,
  editClass: editors,
  countRegistrations: staff,
  deleteClass: editors,
  previewClassChange: editors,
  changeClasses: editors,
  previewCancellation: editors,
  cancelClasses: editors,
  getOpenCancellations: staff,
  undoCancellation: editors,
  previewClassMessage: editors,
  sendClassMessage: editors,
  getMessage: staff,
  sendMessageAgain: editors,
  setTransferStudent: admins,
  getDismissedRetreats: admins,
  dismissRetreat: admins,
  restoreRetreat: admins,
  detachRetreat: admins,
  enterRetreat: admins,
  sendLoginLinkTo: editors,
  getClosedDates: staff,
  previewClosedDates: editors,
  closeDates: editors,
  openDates: editors,
  retryMeeting: editors,
  getFreshZoomUrl: staff,
  getInstructors: staff,
  getStudents: staff,
  getAlumni: staff,
  getPerson: staff,
  findPeople: staff,
  getTimeline: staff,
  getClassMessages: staff,
  getNotes: staff,
  writeNote: editors,
  editNote: editors,
  deleteNote: editors,
  retryMessages: editors,
  addPerson: editors,
  importPeople: admins,
  exportPeople: admins,
  erasePerson: admins,
  editStudent: admins,
  previewClearing: admins,
  previewReturn: admins,
  undoReset: admins,
  getFinishedStudents: admins,
  makeAlumni: admins,
  makeAlumnus: admins,
  makeStudent: admins,
  deactivatePerson: admins,
  reactivatePerson: admins,
  getDeactivated: admins,
  editAlumnus: admins,
  getStaff: admins,
  addStaff: admins,
  makeStaff: admins,
  editStaff: admins,
  endStaffAccess: admins,
  restoreStaffAccess: admins,
  getToday: staff,
  getJourney: admins,
  getJourneyPeople: admins,
  exportJourneyPeople: admins,
  getTrends: admins,
  previewGroupMessage: admins,
  sendGroupMessage: admins,
  sendGroupLinks: admins,
  checkSetup: admins,
  getFirstSteps: admins,
  sendTestMail: admins,
  getAudit: admins,
  exportAudit: admins,
  getProblems: admins,
  countProblems: admins,
  retryProblems: admins,
  dismissProblems: admins,
  restoreProblem: admins,
};

type Call = (typeof contract)[keyof typeof contract];

const endsSession = ['logout', 'signOutEverywhere'];

async function cookieOf(caller: Caller): Promise<string> {
  const usesStaffLink = caller === 'student with a staff link';
  return caller === 'signed out' ? '' : portal.cookieOf(emails[caller], { usesStaffLink });
}

async function verdictFor(cookie: string, { method, path }: Call): Promise<string> {
  const url = path.replace(/:\w+/g, '999999999');
  const { statusCode } = await portal.app.inject({ method, url, headers: { cookie } });
  if (statusCode >= 500) return `failed with ${statusCode}`;
  return statusCode === 401 ? 'sign in' : statusCode === 403 ? 'not for you' : 'go on';
}

test.each(callers)('%s: every call allows or refuses them as the table says', async (caller) => {
  const expected: Record<string, string> = {};
  const found: Record<string, string> = {};
  const isAdmin = caller === 'teacher with edit rights';
  const whereTeacher = eq(people.email, emails.teacher);
  await portal.database.update(people).set({ isAdmin }).where(whereTeacher);
  let session = await cookieOf(caller);
  for (const [name, call] of Object.entries(contract)) {
    const refusal = caller === 'signed out' ? 'sign in' : 'not for you';
    const isAllowed = mayCall[name as keyof typeof mayCall].includes(caller);
    expected[name] = isAllowed ? 'go on' : refusal;
    found[name] = await verdictFor(session, call);
    if (endsSession.includes(name)) session = await cookieOf(caller);
  }
  expect(found).toEqual(expected);
});

test('every call is served', () => {
  for (const { method, path } of Object.values(contract)) {
    expect([path, portal.app.hasRoute({ method, url: path })]).toEqual([path, true]);
  }
});

/** Returns the response to a request that announces a body and never sends it. */
async function answerWithoutBody({ method, path }: Call, cookie: string): Promise<string> {
  const socket = openSocket(Number(new URL(portal.url).port), '127.0.0.1');
  socket.write(
    `${method} ${path.replace(/:\w+/g, '999999999')} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  );
  const [first] = await once(socket, 'data');
  socket.destroy();
  return String(first).slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3);
}

test('an unauthorized call is refused before its body arrives', async () => {
  const student = await portal.cookieOf('new-student@demo.test');
  const withBody = Object.entries(contract).filter(
    ([name, { method }]) => method !== 'GET' && mayCall[name as keyof typeof mayCall] !== anyone,
  );
  expect(withBody.length).toBeGreaterThan(20);
  for (const [name, call] of withBody) {
    expect([name, await answerWithoutBody(call, '')]).toEqual([name, '401']);
    if (mayCall[name as keyof typeof mayCall].includes('student')) continue;
    expect([name, await answerWithoutBody(call, student)]).toEqual([name, '403']);
  }
});
