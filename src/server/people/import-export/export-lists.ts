import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { ImportedRole } from '../../../contract/people.ts';
import { classColumn, type ExportedList } from '../../../contract/words.ts';
import { formatTime } from '../../../course/format-time.ts';
import { pacificDate } from '../../../course/pacific-time.ts';
import { classNumbersFrom } from '../../../course/shown-classes.ts';
import type { Database } from '../../database/connect.ts';
import { attendance, classes, people, registrations } from '../../database/schema.ts';
import { withStandby } from '../../database/standby.ts';
import { hasPlace, isAnyOf, isStanding } from '../../database/standing.ts';
import { type AuditedActor, audit } from '../../platform/audit.ts';
import { CSV_ROWS_PER_PAGE, streamCsv } from '../../platform/csv.ts';
import { writePhoneCell } from '../../platform/phone.ts';
import type { Services } from '../../platform/services.ts';
import { selectRegistrations } from '../../schedule/index.ts';
import { writeClassCell } from './class-cells.ts';
import { personColumnNames } from './import-file.ts';

/** The columns for students and alumni match those that an import reads. */
export async function exportList(services: Services, actor: AuditedActor, what: ExportedList) {
  const { clock, settings } = services;
  const now = clock.now();
  const { database } = await withStandby(services);
  await audit(services.database, actor, now, 'list: exported', { subject: `list:${what}` });
  const numbers = classNumbersFrom(settings.site.firstClass);
  if (what === 'classes') return writePages(classColumns, (after) => readClasses(database, after));
  if (what === 'alumni') {
    return writePages(personColumnNames, (after) => readPeople(database, 'alumni', after));
  }
  return writePages([...personColumnNames, ...numbers.map(classColumn)], async (after) => {
    const students = await readPeople(database, 'student', after);
    const ids = students.map(({ id }) => id);
    const held = await readHeld(database, ids);
    return students.map(({ id, cells }) => {
      const theirs = held.get(id) ?? [];
      const classCells = numbers.map((number) => {
        const one = theirs.find(({ classNumber }) => classNumber === number);
        return one ? writeClassCell(one, now) : '';
      });
      return { id, cells: [...cells, ...classCells] };
    });
  });
}

interface Written {
  id: number;
  cells: (string | number)[];
}

const writePages = (columns: string[], readPage: (after: number) => Promise<Written[]>) =>
  streamCsv<Written>(
    columns,
    (last) => readPage(last?.id ?? 0),
    ({ cells }) => cells,
  );

async function readPeople(database: Database, role: ImportedRole, after: number) {
  const found = await database
    .select()
    .from(people)
    .where(and(eq(people.role, role), isNull(people.deactivatedAt), gt(people.id, after)))
    .orderBy(asc(people.id))
    .limit(CSV_ROWS_PER_PAGE);
  return found.map(({ id, email, firstName, lastName, textPhone, startDate, transferStudent }) => ({
    id,
    cells: [
      email,
      firstName,
      lastName,
      writePhoneCell(textPhone),
      startDate ?? '',
      transferStudent ? 'yes' : 'no',
    ],
  }));
}

async function readHeld(database: Database, ids: number[]) {
  const isTheirs = isAnyOf(registrations.studentId, ids);
  const held = await selectRegistrations(database, and(isTheirs, hasPlace));
  return Map.groupBy(held, (one) => one.studentId);
}

const classColumns = ['date', 'time_pacific', 'type', 'instructor', 'registered', 'present'];

async function readClasses(database: Database, after: number): Promise<Written[]> {
  const ofClass = and(eq(registrations.classId, classes.id), hasPlace);
  const found = await database
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      classType: classes.classType,
      firstName: people.firstName,
      lastName: people.lastName,
      registered: sql<number>`(select count(*)::int from ${registrations} where ${ofClass})`,
      present: sql<number>`(select count(*)::int from ${attendance} where ${attendance.classId} = ${classes.id} and ${attendance.status} = 'Present')`,
    })
    .from(classes)
    .leftJoin(people, eq(people.id, classes.instructorId))
    .where(and(isStanding, gt(classes.id, after)))
    .orderBy(asc(classes.id))
    .limit(CSV_ROWS_PER_PAGE);
  return found.map(({ id, startsAt, classType, firstName, lastName, registered, present }) => ({
    id,
    cells: [
      pacificDate(startsAt),
      formatTime(startsAt).replace(' PT', ''),
      classType,
      [firstName, lastName].filter(Boolean).join(' '),
      registered,
      present,
    ],
  }));
}
