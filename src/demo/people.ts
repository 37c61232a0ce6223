import { addDays } from '../course/calendar-date.ts';
import { pacificDate } from '../course/pacific-time.ts';
import type { people } from '../server/database/schema.ts';
import { accounts, type DemoEmail, otherPeople } from './accounts.ts';
import {
  allChosen,
  chosenAt,
  type History,
  histories,
  noneChosen,
  startDateOf,
} from './histories.ts';

type Row = Omit<typeof people.$inferInsert, 'createdAt'> & { createdAt?: Date };

export interface DemoPerson {
  row: Row;
  history: History | null;
}

const newStudent: History = { weeksAgo: 0, until: noneChosen, missed: [] };
const justChosen: History = { weeksAgo: 0, until: allChosen, missed: [] };
const allSteps = { retreatContinueClicked: true, textContinueClicked: true };

/** How the accounts differ from each other. */
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
    return describe({ ...person, ...flags, ...visits }, history);
  });
  const others = Object.groupBy(otherPeople, ({ role }) => role);
  return [
    ...main,
    ...(others.teacher ?? []).map((person) => describe(person, null)),
    ...(others.student ?? []).map((person, at) => {
      const history = histories[at % histories.length] ?? newStudent;
      const flags = history.until === allChosen ? allSteps : {};
      return describe({ ...person, ...flags, ...visitsOf(history, at, now) }, history);
    }),
    ...(others.alumni ?? []).map((person, at) => {
      const startDate = addDays(pacificDate(now), -200 - 31 * at);
      return describe({ ...person, startDate, textContinueClicked: true }, null);
    }),
  ];

  function describe(row: Row, history: History | null): DemoPerson {
    const startDate = history ? startDateOf(history, now) : addDays(pacificDate(now), -400);
    return { row: { startDate, ...row }, history };
  }
}

/** The people whom the sandbox knows by name; those with an `about` you can sign in as. */
export function namesOfEverybody() {
  return [...accounts, ...otherPeople].map(({ firstName, lastName, ...person }) => ({
    ...person,
    name: `${firstName} ${lastName}`,
  }));
}

const dayMs = 24 * 60 * 60 * 1000;

/** Most have signed in lately, some not since they chose their classes, and every second newcomer never. */
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
