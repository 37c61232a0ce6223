import { expect } from '@playwright/test';
import { and, eq } from 'drizzle-orm';
import {
  consentEvents,
  meetingRegistrants,
  people,
  registrations,
} from '../../src/server/database/schema.ts';
import { enqueueMeetingSync, enqueueRegistrantSync } from '../../src/server/meetings/index.ts';
import { planMissingReminders } from '../../src/server/reminders/index.ts';
import type { Portal } from './portal.ts';

/** The demo student in the middle of the course. His next class is 8. */
export const marcus = 'mid-course@demo.test';
/** 9:00 AM PT on a Saturday. */
export const startOfClass8 = new Date('2026-11-21T17:00:00Z').getTime();

export async function prepareMarcus({ database, clock, queue }: Portal) {
  const [person] = await database.select().from(people).where(eq(people.email, marcus));
  const personId = person?.id ?? 0;
  const [place] = await database
    .select()
    .from(registrations)
    .where(and(eq(registrations.studentId, personId), eq(registrations.classNumber, 8)));
  const classId = place?.classId ?? 0;
  const agreed = { consent: true, shown: 'asked in a test', source: 'page' } as const;
  await database.insert(consentEvents).values({ ...agreed, personId, at: clock.now() });
  await database.transaction(async (transaction) => {
    await enqueueMeetingSync(queue, transaction, classId);
    await enqueueRegistrantSync(queue, transaction, [{ personId, classId }]);
  });
  await planMissingReminders(database, clock.now());
  const isSeated = and(
    eq(meetingRegistrants.personId, personId),
    eq(meetingRegistrants.classId, classId),
  );
  const joinUrl = async () =>
    (await database.select().from(meetingRegistrants).where(isSeated))[0]?.joinUrl;
  await expect.poll(joinUrl, { timeout: 20_000 }).toMatch(/^http/);
  return { personId, classId, phone: person?.phone ?? '' };
}
