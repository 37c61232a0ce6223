import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { formatLongDate, formatTime } from '../../course/format-time.ts';
import { PAGES } from '../../course/pages.ts';
import { instructors } from '../database/joins.ts';
import { updateRows } from '../database/rows.ts';
import { classes, meetingRegistrants, registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { defineMessage, type Lookup, outdated } from '../messages/define-message.ts';
import type { MailContent } from '../messages/mail-layout.ts';
import { whereUpcoming } from './queries.ts';

/** The links for several classes often change together, so we send one email about all of them. */
export const newLinks = defineMessage('new-links', {
  name: 'New Zoom links',
  /** The class IDs are filled in when we send the email. */
  about: z.object({ classIds: z.array(z.int()).default([]) }),
  gather: (personId) => `person ${personId}`,
  async find(lookup, { person, about: { classIds }, again }) {
    const links = await findLinks(lookup, person.id, again ? classIds : undefined);
    return links.length === 0 ? outdated() : { links };
  },
  mail: (_, { links }) => newLinksMail(links),
  aboutSent: ({ links }) => ({ classIds: links.map(({ classId }) => classId) }),
  /** Matches by registrant ID, so that people get another email if their link changed again in the meantime. */
  async afterwards({ database }, { person }, outcome) {
    if (typeof outcome === 'string') return;
    const registrantIds = outcome.sent.links.map(({ registrantId }) => registrantId);
    const isSent = { personId: person.id, zoomRegistrantId: registrantIds };
    await updateRows(database, meetingRegistrants, isSent, { replacesLink: false });
  },
});

async function findLinks({ database, clock }: Lookup, personId: number, classIds?: number[]) {
  const rows = await database
    .select({
      classId: classes.id,
      registrantId: meetingRegistrants.zoomRegistrantId,
      joinUrl: meetingRegistrants.joinUrl,
      startsAt: classes.startsAt,
      /** Null for people without a registration. */
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

type NewLink = Awaited<ReturnType<typeof findLinks>>[number];

function newLinksMail(links: NewLink[]): MailContent {
  const isStudent = links.some(({ classNumber }) => classNumber !== null);
  const [only] = links;
  const isOne = links.length === 1;
  const [kind, kinds] = isStudent ? ['class', 'classes'] : ['session', 'sessions'];
  const name = only?.classNumber ? `Class ${only.classNumber}` : `your ${kind}`;
  return {
    subject: isOne ? `New link for ${name}` : `New links for your ${kinds}`,
    preview: isOne ? 'Your earlier link no longer works.' : 'Your earlier links no longer work.',
    blocks: [
      isOne ? `Your ${kind} has a new Zoom link:` : `Some of your ${kinds} have new Zoom links:`,
      { rows: links.map(describeLink) },
      'Links you saved earlier no longer work. If you join from the portal as usual, you don’t need to do anything.',
    ],
    button: isStudent
      ? ['See Your Schedule', PAGES.schedule]
      : ['See Upcoming Sessions', PAGES.classes],
  };
}

function describeLink(link: NewLink): [string, string] {
  const { classNumber, startsAt, instructorFirstName, joinUrl } = link;
  const number = classNumber ? `Class ${classNumber}, ` : '';
  const instructor = instructorFirstName ? `, with ${instructorFirstName}` : '';
  return [`${number}${formatLongDate(startsAt)}, ${formatTime(startsAt)}${instructor}`, joinUrl];
}
