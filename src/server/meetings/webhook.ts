import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { classes, meetingRegistrants } from '../database/schema.ts';
import { Refusal } from '../http/refusal.ts';
import { hearSigned } from '../http/signed-bodies.ts';
import type { MeetingNews, Meetings } from '../integrations/meetings/port.ts';
import type { Queue } from '../jobs/queue.ts';
import { isNewEvent } from '../webhook-events.ts';
import { settleAttendance } from './attendance-jobs.ts';

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  meetings: Meetings;
}

type Joined = Extract<MeetingNews, { kind: 'joined' }>;
type Ended = Extract<MeetingNews, { kind: 'ended' }>;

const noted = { message: 'Noted.' };

export function hearZoom(app: FastifyInstance, { database, clock, queue, meetings }: Parts): void {
  hearSigned(app, '/api/webhooks/zoom', async (headers, body) => {
    const receivedAt = clock.now();
    const news = meetings.readNews(headers, body, receivedAt);
    if (news.kind === 'untrusted') throw new Refusal(401, news.reason);
    if (news.kind === 'challenge') return news.answer;
    if (news.kind === 'other') return noted;
    await database.transaction(async (transaction) => {
      const event = { source: 'zoom' as const, key: news.key, receivedAt };
      if (!(await isNewEvent(transaction, event))) return;
      if (news.kind === 'joined') await noteArrival(transaction, news);
      else await queueSettling(transaction, news);
    });
    return noted;
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

  async function queueSettling(transaction: Transaction, { meetingId, instanceId }: Ended) {
    const [aClass] = await transaction
      .select({ classId: classes.id })
      .from(classes)
      .where(eq(classes.zoomMeetingId, meetingId));
    if (aClass) await queue.add(transaction, settleAttendance, { ...aClass, instanceId });
  }
}
