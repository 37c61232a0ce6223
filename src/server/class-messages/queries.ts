import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { ClassMessagePreview } from '../../contract/class-messages.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { attendance, classes, people, registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { countSegments } from '../messaging/text-length.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import type { Settings } from '../settings.ts';
import { classMessageMail, classMessageText } from './messages.ts';

type Reader = Database | Transaction;

/** Each is paid for, for every person. */
const mostSegments = 3;

export interface Draft {
  audience: 'registered' | 'came';
  subject: string;
  body: string;
  textBody: string;
}

/** Everybody whom a message to the class reaches, by name. */
export async function findReaders(
  reader: Reader,
  classId: number,
  audience: Draft['audience'],
): Promise<(typeof people.$inferSelect)[]> {
  const registered = reader
    .select({ id: registrations.studentId })
    .from(registrations)
    .where(and(eq(registrations.classId, classId), hasPlace));
  const came = reader
    .select({ id: attendance.personId })
    .from(attendance)
    .where(and(eq(attendance.classId, classId), inArray(attendance.status, ['Joined', 'Present'])));
  return reader
    .select()
    .from(people)
    .where(
      and(
        inArray(people.id, audience === 'registered' ? registered : came),
        isNull(people.deactivatedAt),
      ),
    )
    .orderBy(people.lastName, people.firstName, people.id);
}

export function getsTexts({
  textPhone,
  textConsent,
}: Pick<typeof people.$inferSelect, 'textPhone' | 'textConsent'>): boolean {
  return textPhone !== null && textConsent;
}

export async function findStart(reader: Reader, classId: number): Promise<Date> {
  const [found] = await reader
    .select({ startsAt: classes.startsAt })
    .from(classes)
    .where(and(eq(classes.id, classId), isNull(classes.deletedAt)));
  if (!found) throw new DomainError('class-not-found');
  return found.startsAt;
}

/** Answers how many segments the text has; none without one. */
export function refuseLongText({ site }: Settings, { textBody }: Pick<Draft, 'textBody'>): number {
  if (textBody === '') return 0;
  const segments = countSegments(classMessageText(site, textBody));
  if (segments > mostSegments) {
    throw new DomainError('text-too-long', { segments, most: mostSegments });
  }
  return segments;
}

export async function previewMessage(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  classId: number,
  draft: Draft,
): Promise<ClassMessagePreview> {
  const startsAt = await findStart(database, classId);
  const segments = refuseLongText(settings, draft);
  const readers = await findReaders(database, classId, draft.audience);
  const [first] = readers;
  if (!first) throw new DomainError('nobody-to-write-to');
  const { subject, text } = classMessageMail(settings, { ...first, ...draft, startsAt });
  const nameOf = ({ firstName, lastName }: typeof first) => `${firstName} ${lastName}`;
  return {
    mails: readers.map(nameOf),
    texts: segments > 0 ? readers.filter(getsTexts).map(nameOf) : [],
    mail: { subject, text },
    text: segments > 0 ? { body: classMessageText(settings.site, draft.textBody), segments } : null,
  };
}
