import { and, asc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { isPast } from '../../course/class-time.ts';
import { classOnSchedule, PAGES } from '../../course/pages.ts';
import type { Transaction } from '../database/connect.ts';
import { classes, people, registrations } from '../database/schema.ts';
import { hasPlace, isStanding } from '../database/standing.ts';
import type { Queue } from '../jobs/queue.ts';
import { defineMessage, type Lookup, outdated, type Sending } from '../messages/define-message.ts';
import { listRegistered } from './move-messages.ts';
import { countRegistered } from './queries.ts';
import {
  classGivenMail,
  classTakenMail,
  newInstructorMail,
  taughtClassMovedMail,
} from './words.ts';

/** All of one change, so that there is one mail about them, with the time that each had before. */
const about = z.object({
  classes: z.array(z.object({ id: z.int(), from: z.iso.datetime() })),
  changedAt: z.iso.datetime(),
});
type About = z.infer<typeof about>;

const dashboardOf = ({ settings }: Sending) => settings.publicUrl + PAGES.admin;

/** Each says how it is when the mail leaves, and nothing about a class that is over, is gone, or was given back meanwhile. */
const classGiven = defineMessage('class-given', {
  name: 'Class to teach',
  about,
  async find(lookup, { person, about: { classes: told } }) {
    const found = await findClasses(lookup, told);
    const given = found.filter(({ instructor }) => instructor?.id === person.id);
    return given.length === 0 ? outdated() : { given };
  },
  mail: async (services, { person: { firstName }, given }) => {
    const counted = given.map(async ({ id, startsAt, classType }) => ({
      ...{ startsAt, classType },
      registered: await countRegistered(services.database, id),
    }));
    const { site } = services.settings;
    const facts = { firstName, given: await Promise.all(counted) };
    return classGivenMail(site, facts, dashboardOf(services));
  },
});

const classTaken = defineMessage('class-taken', {
  name: 'Class given to somebody else',
  about,
  async find(lookup, { person, about: { classes: told } }) {
    const found = await findClasses(lookup, told);
    const others = found.filter(({ instructor }) => instructor?.id !== person.id);
    return others.length === 0 ? outdated() : { others };
  },
  mail: (services, { person: { firstName }, others }) => {
    const taken = others.map(({ from, classType, instructor }) => {
      const successor = instructor && `${instructor.firstName} ${instructor.lastName}`;
      return { startsAt: from, classType, successor };
    });
    return classTakenMail(services.settings.site, { firstName, taken }, dashboardOf(services));
  },
});

const taughtClassMoved = defineMessage('taught-class-moved', {
  name: 'Class to teach moved',
  about,
  async find(lookup, { person, about: { classes: told } }) {
    const found = await findClasses(lookup, told);
    const moved = found.filter(
      ({ instructor, startsAt, from }) =>
        instructor?.id === person.id && startsAt.getTime() !== from.getTime(),
    );
    return moved.length === 0 ? outdated() : { moved };
  },
  mail: (services, { person: { firstName }, moved }) =>
    taughtClassMovedMail(services.settings.site, { firstName, moved }, dashboardOf(services)),
});

const newInstructor = defineMessage('new-instructor', {
  name: 'New instructor',
  about: z.object({ registrationId: z.int(), classId: z.int(), changedAt: z.iso.datetime() }),
  async find(lookup, { about: { registrationId, classId, changedAt } }) {
    const [courseClass] = await findClasses(lookup, [{ id: classId, from: changedAt }]);
    const { id, classNumber } = registrations;
    const [held] = await lookup.database
      .select({ classNumber })
      .from(registrations)
      .where(and(eq(id, registrationId), eq(registrations.classId, classId), hasPlace));
    if (!courseClass?.instructor || !held) return outdated();
    const { startsAt, instructor } = courseClass;
    return { ...held, startsAt, instructorFirstName: instructor.firstName };
  },
  mail: ({ settings }, { person: { firstName }, classNumber, startsAt, instructorFirstName }) =>
    newInstructorMail(
      settings.site,
      { firstName, startsAt, classNumber, instructorFirstName },
      settings.publicUrl + classOnSchedule(classNumber),
    ),
});

type Taught = Pick<typeof classes.$inferSelect, 'id' | 'instructorId' | 'startsAt'>;

export interface Edited {
  before: Taught;
  after: Taught;
}

/** For who taught the classes of one change, and for who teaches them now. Whoever moves their own classes knows. */
export async function sendToInstructors(
  queue: Queue,
  transaction: Transaction,
  edits: Edited[],
  { actorId, now }: { actorId: number; now: Date },
): Promise<void> {
  const noticesTo = (which: Edited[], whom: keyof Edited) =>
    [...Map.groupBy(which, (one) => one[whom].instructorId)].flatMap(([personId, theirs]) => {
      if (personId === null) return [];
      const told = theirs.map(({ before: { id, startsAt } }) => ({
        id,
        from: startsAt.toISOString(),
      }));
      return [{ personId, classes: told, changedAt: now.toISOString() }];
    });
  const given = edits.filter(({ before, after }) => before.instructorId !== after.instructorId);
  const moved = edits.filter(
    ({ before, after }) =>
      before.instructorId === after.instructorId &&
      after.instructorId !== actorId &&
      before.startsAt.getTime() !== after.startsAt.getTime(),
  );
  await classTaken.send(queue, transaction, noticesTo(given, 'before'));
  await classGiven.send(queue, transaction, noticesTo(given, 'after'));
  await taughtClassMoved.send(queue, transaction, noticesTo(moved, 'after'));
}

/** For everybody registered for a class with another instructor. */
export async function sendNewInstructor(
  queue: Queue,
  transaction: Transaction,
  classId: number,
  now: Date,
): Promise<void> {
  const registered = await listRegistered(transaction, classId);
  const change = { classId, changedAt: now.toISOString() };
  await newInstructor.send(
    queue,
    transaction,
    registered.map((ids) => ({ ...ids, ...change })),
  );
}

/** Those that are still to come, soonest first. */
async function findClasses({ database, clock }: Lookup, told: About['classes']) {
  const fromOf = new Map(told.map(({ id, from }) => [id, new Date(from)]));
  const standing = await database
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      classType: classes.classType,
      instructor: people,
    })
    .from(classes)
    .leftJoin(people, eq(people.id, classes.instructorId))
    .where(and(inArray(classes.id, [...fromOf.keys()]), isStanding))
    .orderBy(asc(classes.startsAt));
  const ahead = standing.filter(({ startsAt }) => !isPast(startsAt, clock.now()));
  return ahead.map((one) => ({ ...one, from: fromOf.get(one.id) ?? one.startsAt }));
}
