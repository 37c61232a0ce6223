import { and, asc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { isPast } from '../../course/class-state.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { fullName } from '../../course/full-name.ts';
import { PAGES } from '../../course/pages.ts';
import type { Transaction } from '../database/connect.ts';
import { classes, people } from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import type { Queue } from '../jobs/queue.ts';
import { defineMessage, type Lookup, outdated } from '../messages/define-message.ts';
import type { Services } from '../platform/services.ts';
import { countRegistered } from './queries.ts';

/** All classes affected by one change, with their previous times. One email covers them all. */
const about = z.object({
  classes: z.array(z.object({ id: z.int(), from: z.iso.datetime() })),
  changedAt: z.iso.datetime(),
});

type Found = Awaited<ReturnType<typeof findClasses>>[number];

interface InstructorNotice {
  name: string;
  isAbout: (found: Found, personId: number) => boolean;
  subject: (found: Found[]) => string;
  preview: string;
  intro: [one: string, several: string];
  rowOf: (found: Found, services: Services) => Promise<[string, string]> | [string, string];
  outro: string;
}

/**
 * Describes the classes as they are when the email is sent. Leaves out past, canceled and deleted classes, and those
 * whose change was reverted.
 */
function defineNotice(kind: string, notice: InstructorNotice) {
  return defineMessage(kind, {
    name: notice.name,
    about,
    async find(lookup, { person, about }) {
      const found = await findClasses(lookup, about.classes);
      const concerned = found.filter((one) => notice.isAbout(one, person.id));
      return concerned.length === 0 ? outdated() : { concerned };
    },
    mail: async (services, { concerned }) => {
      const rows = await Promise.all(concerned.map((one) => notice.rowOf(one, services)));
      return {
        subject: notice.subject(concerned),
        preview: notice.preview,
        blocks: [notice.intro[concerned.length === 1 ? 0 : 1], { rows }, notice.outro],
        button: ['Open the Dashboard', PAGES.admin],
      };
    },
  });
}

const nameClasses = (found: Found[], timeOf: (one: Found) => Date, several: string) => {
  const [only] = found;
  return found.length === 1 && only ? `the class on ${formatSpokenSlot(timeOf(only))}` : several;
};

const classGiven = defineNotice('class-given', {
  name: 'New class to teach',
  isAbout: ({ instructor }, personId) => instructor?.id === personId,
  subject: (found) =>
    `You’re now teaching ${nameClasses(found, ({ startsAt }) => startsAt, `${found.length} more classes`)}`,
  preview: 'The dashboard shows who’s registered.',
  intro: ['You’re now teaching this class:', 'You’re now teaching these classes:'],
  rowOf: async ({ id, startsAt, classType }, { database }) => {
    const count = await countRegistered(database, id);
    const students = count === 1 ? '1 student' : `${count || 'no'} students`;
    return [formatSpokenSlot(startsAt), `${classType}, ${students} registered so far`];
  },
  outro: 'The dashboard shows who’s registered. When it’s time, start the meeting from there.',
});

const classTaken = defineNotice('class-taken', {
  name: 'Class given to another instructor',
  isAbout: ({ instructor }, personId) => instructor?.id !== personId,
  subject: (found) =>
    `You’re no longer teaching ${nameClasses(found, ({ from }) => from, `${found.length} of your classes`)}`,
  preview: 'You don’t need to do anything.',
  intro: ['You’re no longer teaching this class:', 'You’re no longer teaching these classes:'],
  rowOf: ({ from, classType, instructor }) => [
    formatSpokenSlot(from),
    instructor
      ? `${classType}, now with ${fullName(instructor)}`
      : `${classType}, no instructor yet`,
  ],
  outro: 'You don’t need to do anything.',
});

const taughtClassMoved = defineNotice('taught-class-moved', {
  name: 'Your class moved',
  isAbout: ({ instructor, startsAt, from }, personId) =>
    instructor?.id === personId && startsAt.getTime() !== from.getTime(),
  subject: ({ length }) =>
    length === 1 ? 'Your class has a new time' : `${length} of your classes have new times`,
  preview: 'You’re still the instructor.',
  intro: ['We moved a class you teach:', 'We moved some classes you teach:'],
  rowOf: ({ startsAt, from }) => [
    formatSpokenSlot(startsAt),
    `instead of ${formatSpokenSlot(from)}`,
  ],
  outro: 'We’re letting the registered students know.',
});

type Taught = Pick<typeof classes.$inferSelect, 'id' | 'instructorId' | 'startsAt'>;

export interface Edited {
  before: Taught;
  after: Taught;
}

/**
 * Notifies the former and current instructors of these classes. Instructors aren't notified when they move their own
 * classes.
 */
export async function sendToInstructors(
  queue: Queue,
  transaction: Transaction,
  edits: Edited[],
  { actorId, now }: { actorId: number; now: Date },
): Promise<void> {
  const changedAt = now.toISOString();
  const noticesTo = (which: Edited[], whom: keyof Edited) =>
    [...Map.groupBy(which, (one) => one[whom].instructorId)].flatMap(([personId, theirs]) =>
      personId === null
        ? []
        : {
            personId,
            classes: theirs.map(({ before: { id, startsAt } }) => ({
              id,
              from: startsAt.toISOString(),
            })),
            changedAt,
          },
    );
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

async function findClasses({ database, clock }: Lookup, changed: z.infer<typeof about>['classes']) {
  const fromOf = new Map(changed.map(({ id, from }) => [id, new Date(from)]));
  const { id, startsAt, classType } = classes;
  const standing = await database
    .select({ id, startsAt, classType, instructor: people })
    .from(classes)
    .leftJoin(people, eq(people.id, classes.instructorId))
    .where(and(inArray(id, [...fromOf.keys()]), isStanding))
    .orderBy(asc(startsAt));
  return standing
    .filter((one) => !isPast(one.startsAt, clock.now()))
    .map((one) => ({ ...one, from: fromOf.get(one.id) ?? one.startsAt }));
}
