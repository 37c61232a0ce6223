import { addDays } from '../course/calendar-date.ts';
import { pacificDate } from '../course/pacific-time.ts';
import type { people } from '../server/database/schema.ts';
import {
  allChosen,
  chosenAt,
  type History,
  histories,
  noneChosen,
  startDateOf,
} from './histories.ts';

const signIns = [
  ['admin@demo.test', 'admin', 'Amara Osei', 'runs everything'],
  ['teacher@demo.test', 'teacher', 'Daniel Reyes', 'sees the dashboard but can’t change anything'],
  ['new-student@demo.test', 'student', 'Nora Lindqvist', 'hasn’t picked any classes yet'],
  ['mid-course@demo.test', 'student', 'Marcus Bell', 'attended some classes and missed one'],
  [
    'finished-picking@demo.test',
    'student',
    'Farah Haddad',
    'picked every class, and the retreat is next',
  ],
  [
    'transfer-student@demo.test',
    'student',
    'Tomás Ibarra',
    'transferred here and skips the retreat',
  ],
  ['alumni@demo.test', 'alumni', 'Aiko Tanaka', 'finished the course'],
] as const;

export const accounts = signIns.map(([email, role, name, about], at) => ({
  email,
  role,
  about,
  ...namesIn(name),
  phone: phoneAt(at),
}));

export type DemoEmail = (typeof accounts)[number]['email'];

const otherNames = {
  teacher: 'Elena Moretti, Ruth Abara',
  student: `Priya Raman, Jonas Weber, Leila Farouk, Owen Gallagher, Mei Chen, Samuel Adeyemi,
    Hannah Kowalski, Diego Fuentes, Ingrid Solberg, Malik Johnson, Chloe Dubois, Arjun Mehta,
    Rosa Delgado, Ethan Park, Yara Nasser, William Hughes, Sofia Papadakis, Kenji Watanabe,
    Grace Okafor, Lukas Novak, Naomi Stein, Carlos Medeiros, Anika Singh, Patrick Doyle,
    Thuy Nguyen, Isabel Romero, Viktor Petrov, Abigail Turner, Omar Rahimi, Julia Santos`,
  alumni: `Helen Marsh, Robert Fields, Fatima Zahra, Peter Lindholm, Joyce Banda, Alejandro Ruiz,
    Miriam Katz, David Osborne, Sunita Rao, Claire Fontaine, Tobias Keller, Esther Mwangi,
    Gregory Hale, Bianca Rossi, Minh Tran, Laura Whitfield, Ahmed Siddiqui, Katarina Horvat,
    Frances Boyd, Hiroshi Mori, Teresa Almeida, Nathan Cole, Oksana Bondar, Paul Desjardins,
    Zainab Bello, Martin Sorensen, Lucia Vega, George Whitaker`,
};

/** These people fill out the demo's lists. The demo pages have no sign-in button for them. */
export const otherPeople = (['teacher', 'student', 'alumni'] as const)
  .flatMap((role) => otherNames[role].split(/,\s+/).map((name) => ({ role, ...namesIn(name) })))
  .map(({ role, firstName, lastName }, at) => ({
    role,
    firstName,
    lastName,
    email: `${firstName}.${lastName}@demo.test`.toLowerCase(),
    phone: phoneAt(10 + at),
  }));

function namesIn(fullName: string) {
  const [firstName = '', lastName = ''] = fullName.split(' ');
  return { firstName, lastName };
}

/** The numbers 555-0100 to 555-0199 are reserved for fiction. The sandbox sends texts from 555-0190 and 555-0191. */
function phoneAt(position: number): string {
  return `+12025550${100 + position}`;
}

type Row = Omit<typeof people.$inferInsert, 'createdAt'> & { createdAt?: Date };

export interface DemoPerson {
  row: Row;
  history: History | null;
}

const newStudent: History = { weeksAgo: 0, until: noneChosen, missed: [] };
const justChosen: History = { weeksAgo: 0, until: allChosen, missed: [] };
const allSteps = { retreatContinueClicked: true, textContinueClicked: true };

const details: { [Email in DemoEmail]?: Partial<Row> & { history: History } } = {
  'new-student@demo.test': { history: newStudent },
  'mid-course@demo.test': {
    history: { weeksAgo: 5, until: allChosen, missed: [6] },
    ...allSteps,
  },
  'finished-picking@demo.test': { history: justChosen },
  'transfer-student@demo.test': { history: justChosen, transferStudent: true },
};

export function buildPeople(now: Date): DemoPerson[] {
  const main = accounts.map(({ about, ...person }) => {
    const { history, ...flags } = { history: null, ...details[person.email] };
    const hasChosen = history !== null && history.until !== noneChosen;
    const visits = hasChosen ? visitsOf(history, 1, now) : {};
    return toPerson({ ...person, ...flags, ...visits }, history);
  });
  const others = Object.groupBy(otherPeople, ({ role }) => role);
  return [
    ...main,
    ...(others.teacher ?? []).map((person) => toPerson(person, null)),
    ...(others.student ?? []).map((person, at) => {
      const history = histories[at % histories.length] ?? newStudent;
      const flags = history.until === allChosen ? allSteps : {};
      return toPerson({ ...person, ...flags, ...visitsOf(history, at, now) }, history);
    }),
    ...(others.alumni ?? []).map((person, at) => {
      const startDate = addDays(pacificDate(now), -200 - 31 * at);
      return toPerson({ ...person, startDate, textContinueClicked: true }, null);
    }),
  ];

  function toPerson(row: Row, history: History | null): DemoPerson {
    const startDate = history ? startDateOf(history, now) : addDays(pacificDate(now), -400);
    return { row: { startDate, ...row }, history };
  }
}

/** Lists everyone the sandbox knows by name. Visitors can sign in as the people who have an `about`. */
export function namesOfEveryone() {
  return [...accounts, ...otherPeople].map(({ firstName, lastName, ...person }) => ({
    ...person,
    name: `${firstName} ${lastName}`,
  }));
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Most people signed in recently. Some last signed in when they picked their classes, and some new students have never
 * signed in.
 */
function visitsOf(history: History, at: number, now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const chosen = chosenAt(history, now);
  const createdAt = new Date(chosen.getTime() - 5 * dayMs);
  if (history.until === noneChosen) {
    return { createdAt, lastSignInAt: at % 2 === 0 ? daysAgo(1) : null };
  }
  const isLate = at % 4 === 0;
  return {
    createdAt,
    lastSignInAt: isLate ? chosen : daysAgo(at % Math.max(1, 7 * history.weeksAgo)),
  };
}
