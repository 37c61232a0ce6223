import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { classOnSchedule } from '../../course/class-links.ts';
import { isPast } from '../../course/class-time.ts';
import { PAGES } from '../../course/pages.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { classes, people, registrations } from '../database/schema.ts';
import { hasPlace, isStanding } from '../database/standing.ts';
import { handle } from '../jobs/define-job.ts';
import { sendMailOnce } from '../messaging/mail-sender.ts';
import { keyOfAgain } from '../messaging/resend.ts';
import type { Services } from '../platform/services.ts';
import {
  type InstructorNotice,
  mailClassGivenJob,
  mailClassTakenJob,
  mailNewInstructorJob,
  mailTaughtClassMovedJob,
  type NewInstructorNotice,
} from './jobs.ts';
import {
  classGivenMail,
  classTakenMail,
  newInstructorMail,
  taughtClassMovedMail,
} from './messages.ts';
import { countRegistered } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'settings'>;

/** What is read to know whether there is something to tell. */
interface Lookup {
  database: Database | Transaction;
  clock: Services['clock'];
}

/** Each says how it is when the mail leaves, and nothing about a class that is over, is gone, or was given back meanwhile. */
export function instructorMailHandlers(services: Deps) {
  const { database, settings } = services;
  const { site, publicUrl } = settings;
  const dashboardUrl = publicUrl + PAGES.admin;

  return [
    handle(mailClassGivenJob, async (notice) => {
      const { person, told: theirs } = await findToTell(services, 'class-given', notice);
      if (!person || theirs.length === 0) return;
      const given = await Promise.all(
        theirs.map(async ({ id, startsAt, classType }) => {
          const registered = await countRegistered(database, id);
          return { startsAt, classType, registered };
        }),
      );
      const mail = classGivenMail(site, { firstName: person.firstName, given }, dashboardUrl);
      await send('class-given', notice, person.email, mail);
    }),

    handle(mailClassTakenJob, async (notice) => {
      const { person, told: others } = await findToTell(services, 'class-taken', notice);
      if (!person || others.length === 0) return;
      const taken = others.map(({ from, classType, instructor }) => {
        const successor = instructor && `${instructor.firstName} ${instructor.lastName}`;
        return { startsAt: from, classType, successor };
      });
      const mail = classTakenMail(site, { firstName: person.firstName, taken }, dashboardUrl);
      await send('class-taken', notice, person.email, mail);
    }),

    handle(mailTaughtClassMovedJob, async (notice) => {
      const { person, told: moved } = await findToTell(services, 'taught-class-moved', notice);
      if (!person || moved.length === 0) return;
      const mail = taughtClassMovedMail(site, { firstName: person.firstName, moved }, dashboardUrl);
      await send('taught-class-moved', notice, person.email, mail);
    }),

    handle(mailNewInstructorJob, async (notice) => {
      const { registrationId, personId, classId, changedAt } = notice;
      const news = await findNewInstructor(services, notice);
      if (!news) return;
      const { person, courseClass, classNumber, instructor } = news;
      const facts = {
        firstName: person.firstName,
        startsAt: courseClass.startsAt,
        classNumber,
        instructorFirstName: instructor.firstName,
      };
      const mail = newInstructorMail(site, facts, publicUrl + classOnSchedule(classNumber));
      await sendMailOnce(services, {
        key: keyOf('new instructor', asOne(notice)),
        kind: 'new-instructor',
        about: { registrationId, classId, changedAt },
        personId,
        to: person.email,
        ...mail,
      });
    }),
  ];

  function send(
    kind: keyof typeof words,
    notice: InstructorNotice,
    to: string,
    mail: ReturnType<typeof classGivenMail>,
  ) {
    const { personId, again: _, ...about } = notice;
    const key = keyOf(words[kind], notice);
    return sendMailOnce(services, { key, kind, about, personId, to, ...mail });
  }
}

/** What the key of a mail says of its kind. */
const words = { 'class-given': 'given', 'class-taken': 'taken', 'taught-class-moved': 'moved' };

function keyOf(what: string, notice: InstructorNotice): string {
  const { classes: told, personId, changedAt, again } = notice;
  const ids = told.map(({ id }) => id);
  const named = `${ids.length === 1 ? 'class' : 'classes'} ${ids.join(', ')}`;
  return keyOfAgain(`${named}, ${what}: person ${personId}, ${changedAt}`, again);
}

const asOne = ({ classId, changedAt, ...rest }: NewInstructorNotice): InstructorNotice => ({
  ...rest,
  classes: [{ id: classId, from: changedAt }],
  changedAt,
});

/** Whom to tell, and the classes of which that is still to be told. */
export async function findToTell(
  services: Lookup,
  kind: keyof typeof words,
  notice: InstructorNotice,
) {
  const { person, found } = await findClasses(services, notice);
  const told = found.filter(({ instructor, startsAt, from }) => {
    const isTheirs = instructor?.id === notice.personId;
    if (kind === 'class-taken') return !isTheirs;
    return isTheirs && (kind === 'class-given' || startsAt.getTime() !== from.getTime());
  });
  return { person, told };
}

export async function findNewInstructor(services: Lookup, notice: NewInstructorNotice) {
  const { person, found } = await findClasses(services, asOne(notice));
  const [courseClass] = found;
  const classNumber = await findClassNumber(services, notice);
  if (!person || !courseClass?.instructor || classNumber === undefined) return undefined;
  return { person, courseClass, classNumber, instructor: courseClass.instructor };
}

/** Soonest first, and whom to tell of them: nobody who has lost access since. */
async function findClasses(
  { database, clock }: Lookup,
  { classes: told, personId }: InstructorNotice,
) {
  const fromOf = new Map(told.map(({ id, from }) => [id, new Date(from)]));
  const [person] = await database
    .select()
    .from(people)
    .where(and(eq(people.id, personId), isNull(people.deactivatedAt)));
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
  const found = ahead.map((one) => ({ ...one, from: fromOf.get(one.id) ?? one.startsAt }));
  return { person, found };
}

/** Undefined for whoever has another class by now. */
async function findClassNumber(
  { database }: Lookup,
  { registrationId, classId }: NewInstructorNotice,
) {
  const [found] = await database
    .select({ classNumber: registrations.classNumber })
    .from(registrations)
    .where(and(eq(registrations.id, registrationId), eq(registrations.classId, classId), hasPlace));
  return found?.classNumber;
}
