import { describe, expect, test } from 'vitest';
import { PAGES, RESUME_ONBOARDING } from './pages.ts';
import {
  directVisitor,
  isProtectedPage,
  pageAfterChoosing,
  type Visit,
  type Visitor,
} from './redirects.ts';

const visit = (path: string): Visit => ({
  path: path.replace('?resume=1', ''),
  resume: path.endsWith('?resume=1'),
  firstClass: 5,
});

const where = (visitor: Visitor | null, path: string): string => {
  const direction = directVisitor(visitor, visit(path));
  return direction.stay ? 'stay' : direction.goTo;
};

const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/));

const REGISTERED: Record<string, number[]> = { none: [], some: [5, 6], ten: [5, 6, 7, 8, 9, 10] };
const SHORT: Record<string, string> = {
  onboard: '/onboarding',
  schedule: '/schedule',
  retreat: '/retreat-registration',
  text: '/text-consent',
  classes: '/classes',
  alumni: '/alumni-text-consent',
  login: '/login',
  admin: '/admin',
};
const spelledOut = (cell: string) => SHORT[cell] ?? cell;

// The columns are: registered classes, transfer student, retreat continued, text continued | page visited.
const STUDENTS = rowsOf(`
  none  -         -        -      stay      stay      onboard   stay  schedule  schedule
  none  -         -        text   stay      stay      onboard   stay  schedule  schedule
  none  -         retreat  -      stay      stay      onboard   stay  schedule  schedule
  none  -         retreat  text   stay      stay      onboard   stay  schedule  schedule
  none  transfer  -        -      stay      stay      onboard   stay  schedule  schedule
  none  transfer  -        text   stay      stay      onboard   stay  schedule  schedule
  none  transfer  retreat  -      stay      stay      onboard   stay  schedule  schedule
  none  transfer  retreat  text   stay      stay      onboard   stay  schedule  schedule
  some  -         -        -      schedule  stay      stay      stay  schedule  schedule
  some  -         -        text   schedule  stay      stay      stay  schedule  schedule
  some  -         retreat  -      schedule  stay      stay      stay  schedule  schedule
  some  -         retreat  text   schedule  stay      stay      stay  schedule  schedule
  some  transfer  -        -      schedule  stay      stay      stay  schedule  schedule
  some  transfer  -        text   schedule  stay      stay      stay  schedule  schedule
  some  transfer  retreat  -      schedule  stay      stay      stay  schedule  schedule
  some  transfer  retreat  text   schedule  stay      stay      stay  schedule  schedule
  ten   -         -        -      schedule  schedule  retreat   stay  stay      retreat
  ten   -         -        text   schedule  schedule  retreat   stay  stay      retreat
  ten   -         retreat  -      schedule  schedule  text      stay  text      stay
  ten   -         retreat  text   schedule  schedule  stay      stay  schedule  schedule
  ten   transfer  -        -      schedule  schedule  text      stay  text      stay
  ten   transfer  -        text   schedule  schedule  stay      stay  schedule  schedule
  ten   transfer  retreat  -      schedule  schedule  text      stay  text      stay
  ten   transfer  retreat  text   schedule  schedule  stay      stay  schedule  schedule
`);
const STUDENT_PAGES =
  '/onboarding /onboarding?resume=1 /schedule /class-schedule /retreat-registration /text-consent'.split(
    ' ',
  );

const students: Visitor[] = STUDENTS.map(([registered = '', transfer, retreat, text]) => ({
  role: 'student',
  transferStudent: transfer === 'transfer',
  retreatContinueClicked: retreat === 'retreat',
  textContinueClicked: text === 'text',
  registeredClassNumbers: REGISTERED[registered] ?? [],
}));

describe('a student', () => {
  test('the table has every state once', () => {
    expect(new Set(students.map((student) => JSON.stringify(student))).size).toBe(24);
  });

  test.each(STUDENTS.map((row, index) => [row.slice(0, 4).join(' '), index] as const))(
    'on the student pages: %s',
    (_, index) => {
      const visitor = students[index] as Visitor;
      const expected = STUDENTS[index]?.slice(4).map(spelledOut);
      expect(STUDENT_PAGES.map((path) => where(visitor, path))).toEqual(expected);
    },
  );

  test('stays on each student page until the registrations are loaded', () => {
    for (const student of students) {
      const unknown = { ...student, registeredClassNumbers: undefined };
      expect(new Set(STUDENT_PAGES.map((path) => where(unknown, path)))).toEqual(new Set(['stay']));
    }
  });

  test('leaves every other page, in any state and under any role name', () => {
    const elsewhere = '/ /login /admin /admin/setup /classes /alumni-text-consent /account /help';
    for (const role of ['student', 'guest', '']) {
      for (const student of students) {
        const found = elsewhere.split(' ').map((path) => where({ ...student, role }, path));
        expect(found.join(' ')).toBe('/onboarding /onboarding / / / / stay stay');
      }
    }
  });
});

// The columns are: page visited | signed out, then new and text done for alumni, teacher and admin.
const OTHERS = rowsOf(`
  /                      stay   classes  classes  admin  admin    admin  admin
  /login                 stay   classes  classes  admin  admin    admin  admin
  /verify                stay   stay     stay     stay   stay     stay   stay
  /onboarding            login  classes  classes  admin  admin    admin  admin
  /onboarding?resume=1   login  classes  classes  admin  admin    admin  admin
  /schedule              login  classes  classes  admin  admin    admin  admin
  /class-schedule        login  classes  classes  admin  admin    admin  admin
  /retreat-registration  login  classes  classes  admin  admin    admin  admin
  /text-consent          login  classes  classes  admin  admin    admin  admin
  /admin                 login  /        /        stay   stay     stay   stay
  /admin/today           login  /        /        stay   stay     stay   stay
  /admin/classes         login  /        /        stay   stay     stay   stay
  /admin/classes/:id     login  /        /        stay   stay     stay   stay
  /admin/people/:id      login  /        /        stay   stay     stay   stay
  /admin/problems        login  /        /        /      /        stay   stay
  /admin/journey         login  /        /        /      /        stay   stay
  /admin/audit           login  /        /        /      /        stay   stay
  /admin/make-alumni     login  /        /        /      /        stay   stay
  /admin/deactivated     login  /        /        /      /        stay   stay
  /admin/staff           login  /        /        /      /        stay   stay
  /admin/setup           login  /        /        /      /        stay   stay
  /admin/import          login  /        /        /      /        stay   stay
  /admin/manual          login  /        /        /      /        stay   stay
  /alumni-text-consent   login  stay     classes  stay   classes  stay   classes
  /classes               login  alumni   stay     stay   stay     stay   stay
  /account               login  stay     stay     stay   stay     stay   stay
  /privacy-policy        stay   stay     stay     stay   stay     stay   stay
  /text-optin            stay   stay     stay     stay   stay     stay   stay
  /your-schedule         stay   stay     stay     stay   stay     stay   stay
  /help                  stay   stay     stay     stay   stay     stay   stay
  /no-such-page          stay   stay     stay     stay   stay     stay   stay
`);
const OTHER_VISITORS: (Visitor | null)[] = [
  null,
  ...['alumni', 'teacher', 'admin'].flatMap((role) =>
    [false, true].map((textContinueClicked) => ({
      role,
      transferStudent: false,
      retreatContinueClicked: false,
      textContinueClicked,
      registeredClassNumbers: [],
    })),
  ),
];

describe('everyone else', () => {
  test('the table has every page', () => {
    const pages = OTHERS.map(([path]) => path);
    expect(pages).toEqual(expect.arrayContaining([...Object.values(PAGES), RESUME_ONBOARDING]));
  });

  test.each(OTHERS)('on %s', (path, ...expected) => {
    const found = OTHER_VISITORS.map((visitor) => where(visitor, path));
    expect(found).toEqual(expected.map(spelledOut));
  });

  test('an alum’s or staff member’s own student classes change nothing', () => {
    for (const visitor of OTHER_VISITORS.filter((someone) => someone !== null)) {
      for (const path of STUDENT_PAGES) {
        const once = { ...visitor, registeredClassNumbers: [5, 6, 7, 8, 9, 10] };
        expect(where(once, path)).toBe(where(visitor, path));
      }
    }
  });

  test('only students wait for registrations before a redirect from a student page', () => {
    for (const visitor of OTHER_VISITORS.filter((someone) => someone !== null)) {
      for (const path of STUDENT_PAGES) {
        const unknown = { ...visitor, registeredClassNumbers: undefined };
        expect(where(unknown, path)).toBe(where(visitor, path));
      }
    }
  });

  test('a page is protected exactly if it redirects signed-out visitors to the login', () => {
    const sent = OTHERS.filter(([, signedOut]) => signedOut === 'login').map(([path]) => path);
    const pages = Object.values(PAGES).filter(isProtectedPage);
    expect(pages).toEqual(sent.filter((path) => path !== RESUME_ONBOARDING));
  });
});

describe('the path through the portal', () => {
  test('no state on any page causes a redirect loop', () => {
    const roles = ['student', 'alumni', 'teacher', 'admin', 'guest'];
    const histories = [[], [1, 2], [5], [5, 6, 7, 8, 9], [5, 6, 7, 8, 9, 10], [10]];
    const everyone = students.flatMap((student) =>
      roles.flatMap((role) =>
        histories.map((registeredClassNumbers) => ({ ...student, role, registeredClassNumbers })),
      ),
    );
    const starts = [...Object.values(PAGES), RESUME_ONBOARDING, '/no-such-page'].map(visit);
    const loops: unknown[] = [];
    for (const visitor of [...everyone, null]) {
      for (const firstClass of [1, 5, 10]) {
        for (const start of starts) {
          let current: Visit = { ...start, firstClass };
          let redirects = 0;
          for (;;) {
            const direction = directVisitor(visitor, current);
            if (direction.stay || redirects > 5) break;
            current = { path: direction.goTo, resume: false, firstClass };
            redirects += 1;
          }
          if (redirects > 5) loops.push({ visitor, start, firstClass });
        }
      }
    }
    expect(loops).toEqual([]);
  });

  test('a session from a staff link skips the question about texts', () => {
    for (const visitor of [...students, ...OTHER_VISITORS.filter((someone) => someone !== null)]) {
      for (const path of Object.values(PAGES)) {
        const answered = where({ ...visitor, textContinueClicked: true }, path);
        expect(where({ ...visitor, usesStaffLink: true }, path)).toBe(answered);
      }
    }
  });

  test('a course that starts at class 1 resumes for a student who chose some of it', () => {
    const [student] = students as [Visitor];
    const began = { ...student, registeredClassNumbers: [1, 2] };
    const resumed = { path: '/onboarding', resume: true, firstClass: 1 };
    expect(directVisitor(began, resumed)).toEqual({ stay: true });
    expect(directVisitor(began, { ...resumed, resume: false })).toEqual({
      stay: false,
      goTo: '/schedule',
    });
  });

  test('class 10 leads straight to the retreat, and every class before it to the next choice', () => {
    expect(pageAfterChoosing(10)).toBe('/retreat-registration');
    expect(pageAfterChoosing(9)).toBe('/onboarding');
  });
});
