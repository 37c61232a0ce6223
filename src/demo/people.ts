import { addDays } from '../course/calendar-date.ts';
import { pacificDate } from '../course/pacific-time.ts';
import type { people } from '../server/database/schema.ts';
import { type CastEmail, cast } from './cast.ts';
import { alumni, introduce, students, teachers } from './crowd.ts';
import { allChosen, type History, histories, noneChosen, startDateOf } from './histories.ts';

type Row = Omit<typeof people.$inferInsert, 'createdAt'>;

export interface DemoPerson {
  row: Row;
  history: History | null;
}

const freshStudent: History = { weeksAgo: 0, until: noneChosen, missed: [] };
const justChosen: History = { weeksAgo: 0, until: allChosen, missed: [] };
const throughEverything = { retreatContinueClicked: true, textContinueClicked: true };

/** What is particular about the ones that people sign in as. */
const parts: { [Email in CastEmail]?: Partial<Row> & { history: History } } = {
  'new-student@demo.test': { history: freshStudent },
  'mid-course@demo.test': {
    history: { weeksAgo: 5, until: allChosen, missed: [6] },
    ...throughEverything,
  },
  'finished-picking@demo.test': { history: justChosen },
  'transfer-student@demo.test': { history: justChosen, transferStudent: true },
};

export function gatherPeople(now: Date): DemoPerson[] {
  const main = cast.map(({ about, ...person }) => {
    const { history, ...flags } = { history: null, ...parts[person.email] };
    return describe({ ...person, ...flags }, history);
  });
  const crowd = [...teachers, ...students, ...alumni].map(introduce);
  const [lastTeacher, lastStudent] = [teachers.length, teachers.length + students.length];
  return [
    ...main,
    ...crowd.slice(0, lastTeacher).map((person) => describe({ ...person, role: 'teacher' }, null)),
    ...crowd.slice(lastTeacher, lastStudent).map((person, at) => {
      const history = histories[at % histories.length] ?? freshStudent;
      const flags = history.until === allChosen ? throughEverything : {};
      return describe({ ...person, ...flags, role: 'student' }, history);
    }),
    ...crowd.slice(lastStudent).map((person, at) => {
      const startDate = addDays(pacificDate(now), -200 - 31 * at);
      return describe({ ...person, role: 'alumni', startDate, textContinueClicked: true }, null);
    }),
  ];

  function describe(row: Row, history: History | null): DemoPerson {
    const startDate = history ? startDateOf(history, now) : addDays(pacificDate(now), -400);
    return { row: { startDate, ...row }, history };
  }
}
