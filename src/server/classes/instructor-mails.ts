import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { isPast } from '../../course/class-time.ts';
import { PAGES } from '../../course/pages.ts';
import { classes, people, registrations } from '../database/schema.ts';
import { hasPlace, isStanding } from '../database/standing.ts';
import { handle } from '../jobs/define-job.ts';
import { sendMailOnce } from '../messaging/mail-sender.ts';
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

/** Each says how it is when the mail leaves, and nothing about a class that is over, is gone, or was given back meanwhile. */
export function instructorMailHandlers(services: Deps) {
  const { database, clock, settings } = services;
  const { site, publicUrl } = settings;
  const dashboardUrl = publicUrl + PAGES.admin;

  return [
    handle(mailClassGivenJob, async (notice) => {
      const { person, found } = await findClasses(notice);
      const theirs = found.filter(({ instructor }) => instructor?.id === notice.personId);
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
      const { person, found } = await findClasses(notice);
      const others = found.filter(({ instructor }) => instructor?.id !== notice.personId);
      if (!person || others.length === 0) return;
      const taken = others.map(({ from, classType, instructor }) => {
        const successor = instructor && `${instructor.firstName} ${instructor.lastName}`;
        return { startsAt: from, classType, successor };
      });
      const mail = classTakenMail(site, { firstName: person.firstName, taken }, dashboardUrl);
      await send('class-taken', notice, person.email, mail);
    }),

    handle(mailTaughtClassMovedJob, async (notice) => {
      const { person, found } = await findClasses(notice);
      const moved = found.filter(
        ({ instructor, startsAt, from }) =>
          instructor?.id === notice.personId && startsAt.getTime() !== from.getTime(),
      );
      if (!person || moved.length === 0) return;
      const mail = taughtClassMovedMail(site, { firstName: person.firstName, moved }, dashboardUrl);
      await send('taught-class-moved', notice, person.email, mail);
    }),

    handle(mailNewInstructorJob, async (notice) => {
      const { personId, classId, changedAt } = notice;
      const asked = { personId, classes: [{ id: classId, from: changedAt }], changedAt };
      const { person, found } = await findClasses(asked);
      const [courseClass] = found;
      const classNumber = await findClassNumber(notice);
      if (!person || !courseClass?.instructor || classNumber === undefined) return;
      const facts = {
        firstName: person.firstName,
        startsAt: courseClass.startsAt,
        classNumber,
        instructorFirstName: courseClass.instructor.firstName,
      };
      const mail = newInstructorMail(site, facts, publicUrl + PAGES.schedule);
      await sendMailOnce(services, {
        key: keyOf('new instructor', asked),
        kind: 'new-instructor',
        about: { registrationId: notice.registrationId, classId, changedAt },
        personId,
        to: person.email,
        ...mail,
      });
    }),
  ];

  /** Soonest first, and whom to tell of them: nobody who has lost access since. */
  async function findClasses({ classes: told, personId }: InstructorNotice) {
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
  async function findClassNumber({ registrationId, classId }: NewInstructorNotice) {
    const [found] = await database
      .select({ classNumber: registrations.classNumber })
      .from(registrations)
      .where(
        and(eq(registrations.id, registrationId), eq(registrations.classId, classId), hasPlace),
      );
    return found?.classNumber;
  }

  function send(
    kind: keyof typeof words,
    notice: InstructorNotice,
    to: string,
    mail: ReturnType<typeof classGivenMail>,
  ) {
    const { personId, ...about } = notice;
    const key = keyOf(words[kind], notice);
    return sendMailOnce(services, { key, kind, about, personId, to, ...mail });
  }
}

/** What the key of a mail says of its kind. */
const words = { 'class-given': 'given', 'class-taken': 'taken', 'taught-class-moved': 'moved' };

function keyOf(what: string, { classes: told, personId, changedAt }: InstructorNotice): string {
  const ids = told.map(({ id }) => id);
  const named = `${ids.length === 1 ? 'class' : 'classes'} ${ids.join(', ')}`;
  return `${named}, ${what}: person ${personId}, ${changedAt}`;
}
