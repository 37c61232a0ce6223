import { createHmac } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { classStart } from '../../src/course/pacific-time.ts';
import {
  classes,
  makeupProposals,
  proposedSlots,
  reminders,
  roomEvents,
} from '../../src/server/database/schema.ts';
import { planMissingReminders } from '../../src/server/reminders/index.ts';
import { outboxOf } from './client.ts';
import { meetingsOf } from './meetings.ts';
import type { Portal } from './portal.ts';
import { remindersOf } from './reminders.ts';

export const reminderNumber = '+12025550191';

/** Class 5 is on a Tuesday at 4 PM. The text about missing it goes out three hours later. */
const missedStart = classStart('2026-11-24', '4PM');
export const notifiedAt = '2026-11-24T19:00:00-08:00';

let serial = 0;

export function missedClassesOf(portal: Portal) {
  const { database, clock } = portal;
  const world = { ...meetingsOf(portal), ...remindersOf(portal) };

  return {
    ...world,

    async openRegistered(change: Parameters<typeof world.openTextedStudent>[0] = {}) {
      const student = await world.openTextedStudent(change);
      const [known] = await database
        .select({ id: classes.id })
        .from(classes)
        .where(eq(classes.startsAt, missedStart));
      const classId = known?.id ?? (await world.addMeeting(missedStart.toISOString()));
      await world.register(student.id, classId, 5);
      await world.link(student.id, classId);
      const [{ id: registrationId } = { id: 0 }] = await student.rows();
      await planMissingReminders(database, clock.now());
      return { ...student, classId, registrationId };
    },

    /** Records that the meeting took place and is over, as if a webhook had said so. */
    async hold(classId: number) {
      serial += 1;
      await database.insert(roomEvents).values({
        classId,
        source: 'webhook',
        kind: 'ended',
        at: new Date(missedStart.getTime() + 60 * 60 * 1000),
        instanceId: `held ${serial}`,
        connectionId: '',
      });
      await database.update(classes).set({ wasHeld: true }).where(eq(classes.id, classId));
    },

    async openNotified(change: Parameters<typeof world.openTextedStudent>[0] = {}) {
      const student = await this.openRegistered(change);
      await this.hold(student.classId);
      await world.passTo(notifiedAt);
      return student;
    },

    async mailsTo(email: string) {
      return (await outboxOf(portal)).filter(({ to }) => to === email).toReversed();
    },

    async outcomeOf(registrationId: number) {
      const [row] = await database
        .select()
        .from(reminders)
        .where(
          and(eq(reminders.registrationId, registrationId), eq(reminders.kind, 'missed-class')),
        );
      return row?.outcome ?? null;
    },

    async proposedTo(personId: number) {
      const [proposal] = await database
        .select()
        .from(makeupProposals)
        .where(eq(makeupProposals.personId, personId))
        .orderBy(desc(makeupProposals.id));
      const slots = await database
        .select()
        .from(proposedSlots)
        .where(eq(proposedSlots.proposalId, proposal?.id ?? 0))
        .orderBy(proposedSlots.number);
      return { proposal, slots };
    },

    async say(phone: string, body: string) {
      await world.reply(phone, body, reminderNumber);
      await world.finishJobs();
      return (await world.textsTo(phone)).at(-1);
    },

    /** Posts a reply the way Twilio does. The same ID means the same reply. */
    async postReply(phone: string, Body: string, MessageSid: string, to = reminderNumber) {
      const url = `${portal.url}/api/webhooks/twilio/replies`;
      const form = { Body, From: phone, MessageSid, To: to, MessagingServiceSid: serviceOf(to) };
      const content = Object.entries(form)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => name + value)
        .join('');
      const signature = createHmac('sha1', portal.sandbox.keys.twilio.authToken)
        .update(url + content)
        .digest('base64');
      const headers = { 'x-twilio-signature': signature };
      const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) });
      return answer.status;
    },
  };

  function serviceOf(to: string): string {
    const { reminderSender, loginSender } = portal.sandbox.keys.twilio;
    return to === reminderNumber ? reminderSender : loginSender;
  }
}
