import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { settleAttendanceJob } from '../attendance/index.ts';
import type { Transaction } from '../database/connect.ts';
import { classes, meetingRegistrants } from '../database/schema.ts';
import { mountWebhook } from '../http/webhook.ts';
import type { MeetingWebhookEvent } from '../integrations/meetings/port.ts';
import type { Services } from '../platform/services.ts';
import { isNewEvent } from '../platform/webhooks.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'meetings' | 'settings'>;

type Joined = Extract<MeetingWebhookEvent, { kind: 'joined' }>;
type Ended = Extract<MeetingWebhookEvent, { kind: 'ended' }>;

const noted = { message: 'Noted.' };

export function mountMeetingWebhook(app: FastifyInstance, services: Deps): void {
  const { database, queue, meetings } = services;
  mountWebhook(app, services, {
    path: '/api/webhooks/zoom',
    parse: meetings.parseWebhook,
    async handle(event, { receivedAt }) {
      if (event.kind === 'challenge') return event.answer;
      if (event.kind === 'other') return noted;
      await database.transaction(async (transaction) => {
        const received = { source: 'zoom' as const, key: event.key, receivedAt };
        if (!(await isNewEvent(transaction, received))) return;
        if (event.kind === 'joined') await noteArrival(transaction, event);
        else await enqueueSettling(transaction, event);
      });
      return noted;
    },
  });

  async function noteArrival(transaction: Transaction, { registrantId, meetingId, at }: Joined) {
    await transaction
      .update(meetingRegistrants)
      .set({ joinedAt: at })
      .where(
        and(
          eq(meetingRegistrants.zoomRegistrantId, registrantId),
          eq(meetingRegistrants.meetingId, meetingId),
          isNull(meetingRegistrants.joinedAt),
        ),
      );
  }

  async function enqueueSettling(transaction: Transaction, { meetingId, instanceId }: Ended) {
    const [courseClass] = await transaction
      .select({ classId: classes.id })
      .from(classes)
      .where(eq(classes.zoomMeetingId, meetingId));
    if (courseClass)
      await queue.add(transaction, settleAttendanceJob, { ...courseClass, instanceId });
  }
}
