import { and, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isPast } from '../../course/class-time.ts';
import { PAGES } from '../../course/pages.ts';
import { classes, people, registrations } from '../database/schema.ts';
import { hasPlace, isStanding } from '../database/standing.ts';
import { handle } from '../jobs/define-job.ts';
import { sendMailOnce } from '../messaging/mail-sender.ts';
import type { Services } from '../platform/services.ts';
import {
  mailClassGivenJob,
  mailClassTakenJob,
  mailNewInstructorJob,
  type SubstitutionNotice,
} from './jobs.ts';
import { classGivenMail, classTakenMail, newInstructorMail } from './messages.ts';
import { countRegistered } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'settings'>;

const instructors = alias(people, 'instructors');

/** Each says how it is when the mail leaves, and nothing about a class that is over, is gone, or was given back meanwhile. */
export function substitutionMailHandlers(services: Deps) {
  const { database, clock, settings } = services;
  const { site, publicUrl } = settings;

  return [
    handle(mailClassGivenJob, async (notice) => {
      const found = await findClass(notice);
      if (!found || found.instructor?.id !== notice.personId) return;
      const { startsAt, classType, person } = found;
      const registered = await countRegistered(database, notice.classId);
      const words = { firstName: person.firstName, startsAt, classType, registered };
      const mail = classGivenMail(site, words, publicUrl + PAGES.admin);
      await send('given', notice, person.email, mail);
    }),

    handle(mailClassTakenJob, async (notice) => {
      const found = await findClass(notice);
      if (!found || found.instructor?.id === notice.personId) return;
      const { startsAt, classType, person, instructor } = found;
      const successor = instructor && `${instructor.firstName} ${instructor.lastName}`;
      const words = { firstName: person.firstName, startsAt, classType, successor };
      const mail = classTakenMail(site, words, publicUrl + PAGES.admin);
      await send('taken', notice, person.email, mail);
    }),

    handle(mailNewInstructorJob, async (notice) => {
      const found = await findClass(notice);
      const classNumber = await findClassNumber(notice);
      if (!found?.instructor || classNumber === undefined) return;
      const { startsAt, person, instructor } = found;
      const words = {
        firstName: person.firstName,
        startsAt,
        classNumber,
        instructorFirstName: instructor.firstName,
      };
      const mail = newInstructorMail(site, words, publicUrl + PAGES.schedule);
      await send('new instructor', notice, person.email, mail);
    }),
  ];

  async function findClass({ classId, personId }: SubstitutionNotice) {
    const [found] = await database
      .select({
        startsAt: classes.startsAt,
        classType: classes.classType,
        person: people,
        instructor: instructors,
      })
      .from(classes)
      .innerJoin(people, eq(people.id, personId))
      .leftJoin(instructors, eq(instructors.id, classes.instructorId))
      .where(and(eq(classes.id, classId), isStanding));
    return found && !isPast(found.startsAt, clock.now()) ? found : undefined;
  }

  /** Undefined for whoever has another class by now. */
  async function findClassNumber({
    registrationId,
    classId,
  }: { registrationId: number } & SubstitutionNotice) {
    const [found] = await database
      .select({ classNumber: registrations.classNumber })
      .from(registrations)
      .where(
        and(eq(registrations.id, registrationId), eq(registrations.classId, classId), hasPlace),
      );
    return found?.classNumber;
  }

  function send(
    what: string,
    { classId, personId, changedAt }: SubstitutionNotice,
    to: string,
    mail: ReturnType<typeof classGivenMail>,
  ) {
    const key = `class ${classId}, ${what}: person ${personId}, ${changedAt}`;
    return sendMailOnce(services, { key, personId, to, ...mail });
  }
}
