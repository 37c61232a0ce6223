import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { webhooks } from '../../contract/webhooks.ts';
import type { Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import { match, updateRows } from '../database/rows.ts';
import { classes, meetingRegistrants, roomEvents } from '../database/schema.ts';
import { mountWebhook } from '../http/webhook.ts';
import type { MeetingWebhookEvent } from '../integrations/meetings/port.ts';
import type { VendorServices } from '../platform/services.ts';
import { isNewEvent } from '../platform/webhooks.ts';
import { decideAttendanceOf } from './decide-attendance.ts';
import { noteHeld } from './held-classes.ts';
import { decideAttendanceJob, settleAttendanceJob } from './jobs.ts';

type Moved = Extract<MeetingWebhookEvent, { kind: 'joined' | 'left' }>;
type Waiting = Extract<MeetingWebhookEvent, { kind: 'waiting' | 'waited' }>;
type Ended = Extract<MeetingWebhookEvent, { kind: 'started' | 'ended' }>;

const noted = { message: 'Noted.' };

export function mountMeetingWebhook(app: FastifyInstance, services: VendorServices): void {
  const { database, clock, queue, meetings } = services;
  mountWebhook(app, services, {
    ...webhooks.receiveRoomEvent,
    parse: meetings.parseWebhook,
    async handle(event, { receivedAt }) {
      if (event.kind === 'challenge') return event.answer;
      if (event.kind === 'other') return noted;
      await database.transaction(async (transaction) => {
        const received = { source: 'zoom' as const, key: event.key, receivedAt };
        if (!(await isNewEvent(transaction, received))) return;
        const [courseClass] = await transaction
          .select({ id: classes.id, startsAt: classes.startsAt })
          .from(classes)
          .where(eq(classes.zoomMeetingId, event.meetingId));
        if (!courseClass) return;
        if (isWaiting(event)) return insertEvent(transaction, courseClass.id, null, event);
        const isMovement = 'registrantId' in event;
        const personId = isMovement && (await lockPerson(transaction, courseClass.id, event));
        await noteHeld(transaction, courseClass, event.at, clock.now());
        if (isMovement) await noteMovement(transaction, courseClass.id, personId || null, event);
        else if (event.kind === 'ended') await noteEnd(transaction, courseClass.id, event);
      });
      return noted;
    },
  });

  async function noteMovement(
    transaction: Transaction,
    classId: number,
    personId: number | null,
    event: Moved,
  ) {
    await insertEvent(transaction, classId, personId, event);
    if (!personId) return;
    const seat = { classId, personIds: [personId], now: clock.now() };
    const changes = await decideAttendanceOf(services, transaction, seat);
    if (event.kind === 'joined' && changes.has(personId)) {
      await queue.add(transaction, decideAttendanceJob, { classId, personId });
    }
  }

  async function noteEnd(transaction: Transaction, classId: number, { at, instanceId }: Ended) {
    const isUnread = and(
      eq(classes.id, classId),
      isNotNull(classes.attendanceSettledAt),
      sql`not exists (select from ${roomEvents} where ${roomEvents.classId} = ${classId}
        and ${roomEvents.source} = 'report' and ${roomEvents.instanceId} = ${instanceId})`,
    );
    await updateRows(transaction, classes, isUnread, { attendanceSettledAt: null });
    const end = { kind: 'ended', source: 'webhook', connectionId: '' } as const;
    await transaction
      .insert(roomEvents)
      .values({ classId, ...end, at, instanceId })
      .onConflictDoNothing();
    await queue.add(transaction, settleAttendanceJob, { classId, instanceId });
  }
}

function isWaiting(event: Moved | Ended | Waiting): event is Waiting {
  return event.kind === 'waiting' || event.kind === 'waited';
}

async function lockPerson(transaction: Transaction, classId: number, { registrantId }: Moved) {
  const personId = registrantId && (await findPerson(transaction, classId, registrantId));
  if (!personId) return null;
  await lockPeople(transaction, [personId], 'no key update');
  return personId;
}

async function insertEvent(
  transaction: Transaction,
  classId: number,
  personId: number | null,
  { kind, at, instanceId, connectionId, registrantId, name }: Moved | Waiting,
) {
  const event = { kind, at, instanceId, connectionId, registrantId };
  const who = personId ? { personId } : { name: name || null };
  await transaction
    .insert(roomEvents)
    .values({ classId, source: 'webhook', ...event, ...who })
    .onConflictDoNothing();
}

/** Also finds people who were registered for the meeting when they joined it, but no longer are. */
async function findPerson(transaction: Transaction, classId: number, registrantId: string) {
  const { personId } = meetingRegistrants;
  const [seat] = await transaction
    .select({ personId })
    .from(meetingRegistrants)
    .where(match(meetingRegistrants, { classId, zoomRegistrantId: registrantId }));
  if (seat) return seat.personId;
  const [seen] = await transaction
    .select({ personId: roomEvents.personId })
    .from(roomEvents)
    .where(and(match(roomEvents, { classId, registrantId }), isNotNull(roomEvents.personId)))
    .limit(1);
  return seen?.personId ?? null;
}
