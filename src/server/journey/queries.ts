import { and, eq, isNull } from 'drizzle-orm';
import type { JourneyList } from '../../contract/journey.ts';
import { PAGE_SIZES } from '../../course/course.ts';
import {
  isMissedClass,
  type JourneyGroup,
  nextClassOf,
  sinceWhen,
} from '../../course/journey-groups.ts';
import { type Database, planForValues } from '../database/connect.ts';
import {
  classTimeWishes,
  people,
  registrations,
  retreatRegistrations,
} from '../database/schema.ts';
import { withStandby } from '../database/standby.ts';
import { isAnyOf } from '../database/standing.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { CSV_ROWS_PER_PAGE, csvTime, streamCsv } from '../platform/csv.ts';
import { writePhoneCell } from '../platform/phone.ts';
import type { Services, VendorServices } from '../platform/services.ts';
import { selectRegistrations } from '../schedule/index.ts';
import { countGroups, countMembers, findMembers, inLineSince } from './groups.ts';
import { type Figures, readFigures } from './stored-figures.ts';

export const numbers: Figures<Awaited<ReturnType<typeof countGroups>>> = {
  name: 'numbers',
  storedFrom: 5_000,
  freshMs: MINUTE_MS,
  count: ({ database, clock }) => countGroups(database, clock.now()),
};

export async function listJourneyPeople(
  services: VendorServices,
  { page, sort, ...list }: JourneyList & { page: number; sort: 'name' | '-missed' },
) {
  const { database } = await withStandby(services);
  const now = services.clock.now();
  const limit = PAGE_SIZES.journey;
  const lastOf = (total: number) => Math.max(1, Math.ceil(total / limit));
  const before = (page: number) => limit * (page - 1);
  // Reads one more than it shows, so that the next page can be reached even if the stored figures are too low by now.
  const read = (page: number) =>
    planForValues(database, (reader) =>
      findMembers(reader, list, now, { limit: limit + 1, offset: before(page), sort }),
    );
  const count = () => planForValues(database, (reader) => countMembers(reader, list, now));
  let shown = page;
  let found = await read(page);
  let total = before(page) + found.length;
  let countedAt: Date | null = null;
  if (found.length === 0 && page > 1) {
    total = await count();
    shown = lastOf(total);
    found = await read(shown);
  } else if (found.length > limit) {
    if (list.search === '' && !list.only) {
      const figures = await readFigures(services, numbers);
      total = Math.max(total, figures.groups[list.group]);
      countedAt = figures.countedAt;
    } else total = await count();
  }
  const ids = found.slice(0, limit).map(({ id }) => id);
  return {
    countedAt,
    people: await describePeople(database, ids, list.group, now),
    pagination: { page: shown, totalPages: lastOf(total), total },
  };
}

async function describePeople(database: Database, ids: number[], group: JourneyGroup, now: Date) {
  const students = await readStudents(database, ids);
  return ids.flatMap((id) => {
    const student = students.get(id);
    if (!student) return [];
    const { firstName, lastName, email, textPhone: phone, lastSignInAt } = student;
    const next = nextClassOf(student, now);
    return {
      ...{ id, firstName, lastName, email, phone },
      since: sinceWhen(group, student, now),
      nextClass: next && { classNumber: next.classNumber, startTime: next.startsAt },
      missed: student.classes.filter((one) => isMissedClass(one, now)).length,
      lastSignInAt,
    };
  });
}

export async function readStudents(database: Database, ids: number[]) {
  const isOpenWish = and(
    eq(classTimeWishes.personId, people.id),
    isNull(classTimeWishes.answeredAt),
  );
  const areHeld = and(isAnyOf(registrations.studentId, ids), isNull(registrations.endedAt));
  const [found, held, retreats] = await Promise.all([
    database
      .select({ person: people, requestedAt: classTimeWishes.sentAt, inLineSince })
      .from(people)
      .leftJoin(classTimeWishes, isOpenWish)
      .where(isAnyOf(people.id, ids)),
    selectRegistrations(database, areHeld),
    database
      .select({ personId: retreatRegistrations.personId })
      .from(retreatRegistrations)
      .where(
        and(isAnyOf(retreatRegistrations.personId, ids), isNull(retreatRegistrations.canceledAt)),
      ),
  ]);
  const classesOf = Map.groupBy(
    held.map((one) => ({ ...one, canceledAt: one.suspension?.at ?? null })),
    (one) => one.studentId,
  );
  const withRetreat = new Set(retreats.map(({ personId }) => personId));
  return new Map(
    found.map(({ person, requestedAt, inLineSince }) => [
      person.id,
      {
        ...person,
        hasRetreat: withRetreat.has(person.id),
        ...{ requestedAt, inLineSince },
        classes: classesOf.get(person.id) ?? [],
      },
    ]),
  );
}

const csvColumns = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'since',
  'next_class',
  'next_class_number',
  'last_sign_in',
  'missed',
];

export async function exportJourneyPeople(services: Services, actor: Actor, list: JourneyList) {
  const now = services.clock.now();
  const { database } = await withStandby(services);
  const members = await findMembers(database, list, now, { limit: 1_000_000 });
  await audit(services.database, actor, now, 'list: exported', {
    subject: `list:journey ${list.group}`,
    after: { only: list.only ?? null, people: members.length },
  });
  const readPage = () => {
    const ids = members.splice(0, CSV_ROWS_PER_PAGE).map(({ id }) => id);
    return describePeople(database, ids, list.group, now);
  };
  return streamCsv(csvColumns, readPage, (person) => [
    ...[person.firstName, person.lastName, person.email, writePhoneCell(person.phone)],
    ...[person.since, person.nextClass?.startTime].map(csvTime),
    ...[person.nextClass?.classNumber, csvTime(person.lastSignInAt), person.missed],
  ]);
}
