import { asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { consentEvents, holds, people, reminders } from '../../src/server/database/schema.ts';
import { openReminderWatch } from '../../src/server/reminders/index.ts';
import { outboxOf } from './client.ts';
import { meetingsOf } from './meetings.ts';
import type { Portal } from './portal.ts';
import { openStudent } from './students.ts';

let serial = 0;

export function remindersOf(portal: Portal) {
  const { database, clock } = portal;
  const { check } = openReminderWatch(portal);
  const meetings = meetingsOf(portal);

  return {
    async openTextedStudent(change: Partial<typeof people.$inferInsert> = {}) {
      serial += 1;
      const phone = `+1202555${String(2000 + serial)}`;
      const student = await openStudent(portal, { phone, ...change });
      await this.setConsent(student.id, true);
      return { ...student, phone };
    },

    async setConsent(personId: number, consent: boolean) {
      await database
        .insert(consentEvents)
        .values({ personId, consent, shown: 'asked in a test', source: 'page', at: clock.now() });
    },

    async consentOf(personId: number) {
      const [person] = await database.select().from(people).where(eq(people.id, personId));
      return person?.textConsent;
    },

    async passTo(instant: string) {
      clock.moveTo(new Date(instant));
      await check();
      await meetings.finishJobs();
    },

    lookOnly: check,

    async failedOf(personId: number): Promise<number> {
      const { rows } = await database.execute<{ tries: number }>(
        sql`select count(*)::int as tries from pgboss.job
            where state = 'retry' and name like 'text-%' and data ->> 'personId' = ${String(personId)}`,
      );
      return rows[0]?.tries ?? 0;
    },

    async textsTo(phone: string): Promise<string[]> {
      const messages = (await outboxOf(portal)).toReversed();
      return messages.filter(({ to }) => to === phone).map(({ text }) => text);
    },

    async validityOf(phone: string): Promise<number[]> {
      const answer = await fetch(`${portal.sandbox.url}/twilio/phones`);
      const phones = (await answer.json()) as {
        number: string;
        messages: { validitySeconds: number }[];
      }[];
      const texts = phones.find(({ number }) => number === phone)?.messages ?? [];
      return texts.map(({ validitySeconds }) => validitySeconds);
    },

    planned: (personId: number) =>
      database
        .select()
        .from(reminders)
        .where(eq(reminders.personId, personId))
        .orderBy(asc(reminders.dueAt)),

    async faults(faults: object = {}) {
      await meetings.post('/twilio/faults', faults);
    },

    async retryHeldTexts() {
      await database.update(holds).set({ retryAt: new Date(0) });
      await meetings.finishJobs();
    },

    /** Waits until something is on hold and no text is being sent, and returns what is on hold. */
    async heldTexts(): Promise<string[]> {
      const scopes = async () => (await database.select().from(holds)).map(({ scope }) => scope);
      const beingTried = async () =>
        database.execute(
          sql`select 1 from pgboss.job where name like '%text%'
              and (state = 'active' or state < 'active' and start_after <= now())`,
        );
      await expect.poll(scopes, { timeout: 30_000 }).not.toEqual([]);
      await expect.poll(async () => (await beingTried()).rows, { timeout: 30_000 }).toEqual([]);
      return scopes();
    },

    async optOutAtProvider(phone: string, sender: string) {
      await meetings.post(`/twilio/phones/${encodeURIComponent(phone)}/opt-outs`, { sender });
    },

    async reply(phone: string, body: string, to?: string) {
      await meetings.post(`/stage/phones/${encodeURIComponent(phone)}/replies`, { body, to });
    },
  };
}
