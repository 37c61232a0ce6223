import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Transaction } from '../database/connect.ts';
import { classes, meetingRegistrants, people, registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import type { Queue } from '../jobs/queue.ts';
import { defineMessage, type Lookup, outdated } from '../messages/define-message.ts';
import { newLinksMail } from './messages.ts';
import { whereUpcoming } from './queries.ts';

const instructors = alias(people, 'instructors');

/** Which of a person's links are new. The links of several classes often change together, and then make one mail. */
const newLinks = defineMessage('new-links', {
  name: 'New Zoom links',
  /** None yet while it waits for more. */
  about: z.object({ classIds: z.array(z.int()).default([]) }),
  gather: (personId) => `person ${personId}`,
  async find(lookup, { person, about: { classIds }, again }) {
    const links = await findLinks(lookup, person.id, again ? classIds : undefined);
    return links.length === 0 ? outdated() : { links };
  },
  mail: ({ settings }, { person, links }) => newLinksMail(settings, person.firstName, links),
  aboutSent: ({ links }) => ({ classIds: links.map(({ classId }) => classId) }),
  /** A link that has changed once more meanwhile is told once more. */
  async afterwards({ database }, { person }, outcome) {
    if (typeof outcome === 'string') return;
    const registrantIds = outcome.sent.links.map(({ registrantId }) => registrantId);
    await database
      .update(meetingRegistrants)
      .set({ replacesLink: false })
      .where(
        and(
          eq(meetingRegistrants.personId, person.id),
          inArray(meetingRegistrants.zoomRegistrantId, registrantIds),
        ),
      );
  },
});

const gatherSeconds = 60;

export function sendNewLinks(
  queue: Queue,
  transaction: Transaction,
  personId: number,
): Promise<void> {
  const options = { afterSeconds: gatherSeconds };
  return newLinks.send(queue, transaction, [{ personId, classIds: [] }], options);
}

/** Those that replace another; or those of the given classes, whichever they are now. */
async function findLinks({ database, clock }: Lookup, personId: number, classIds?: number[]) {
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
