import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../database/connect.ts';
import { classes, meetingRegistrants, people, registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { handle } from '../jobs/define-job.ts';
import { sendMailOnce } from '../messaging/mail-sender.ts';
import { keyOfAgain } from '../messaging/resend.ts';
import type { Services } from '../platform/services.ts';
import { mailNewLinksJob } from './jobs.ts';
import { newLinksMail } from './messages.ts';
import { whereUpcoming } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'settings'>;

const instructors = alias(people, 'instructors');

export function mailNewLinksHandlers(services: Deps) {
  const { database, settings } = services;

  return [
    handle(mailNewLinksJob, async ({ personId, again }) => {
      const [person] = await database.select().from(people).where(eq(people.id, personId));
      const links = await findLinks(services, personId, again?.classIds);
      if (!person || links.length === 0) return;
      const registrantIds = links.map(({ registrantId }) => registrantId);
      await sendMailOnce(services, {
        key: keyOfAgain(`new links of person ${personId}: ${registrantIds.join(', ')}`, again?.key),
        kind: 'new-links',
        about: { classIds: links.map(({ classId }) => classId) },
        personId,
        to: person.email,
        ...newLinksMail(settings, person.firstName, links),
      });
      // A link that has changed once more meanwhile is told once more.
      await database
        .update(meetingRegistrants)
        .set({ replacesLink: false })
        .where(
          and(
            eq(meetingRegistrants.personId, personId),
            inArray(meetingRegistrants.zoomRegistrantId, registrantIds),
          ),
        );
    }),
  ];
}

/** Those that replace another; or those of the given classes, whichever they are now. */
export async function findLinks(
  { database, clock }: { database: Database | Transaction; clock: Services['clock'] },
  personId: number,
  classIds?: number[],
) {
  const rows = await database
    .select({
      classId: classes.id,
      registrantId: meetingRegistrants.zoomRegistrantId,
      joinUrl: meetingRegistrants.joinUrl,
      startsAt: classes.startsAt,
      classNumber: registrations.classNumber,
      instructorFirstName: instructors.firstName,
    })
    .from(meetingRegistrants)
    .innerJoin(classes, eq(classes.id, meetingRegistrants.classId))
    .leftJoin(instructors, eq(instructors.id, classes.instructorId))
    .leftJoin(
      registrations,
      and(eq(registrations.classId, classes.id), eq(registrations.studentId, personId), hasPlace),
    )
    .where(
      and(
        eq(meetingRegistrants.personId, personId),
        classIds ? inArray(classes.id, classIds) : meetingRegistrants.replacesLink,
        isNotNull(meetingRegistrants.joinUrl),
        whereUpcoming(clock.now()),
      ),
    )
    .orderBy(classes.startsAt);
  return rows.flatMap(({ registrantId, joinUrl, ...row }) =>
    registrantId && joinUrl ? [{ ...row, registrantId, joinUrl }] : [],
  );
}
