import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { classes, meetingRegistrants, webhookEvents } from '../database/schema.ts';
import { Refusal } from '../http/refusal.ts';
import type { MeetingNews, Meetings } from '../integrations/meetings/port.ts';
import type { Queue } from '../jobs/queue.ts';
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

/** What Zoom tells. The signature is over the very bytes, so in here bodies are not parsed. */
export function hearZoom(app: FastifyInstance, { database, clock, queue, meetings }: Parts): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Body: Buffer | undefined }>('/api/webhooks/zoom', async ({ headers, body }) => {
      const news = meetings.readNews(headers, body ?? Buffer.alloc(0), clock.now());
      if (news.kind === 'untrusted') throw new Refusal(401, news.reason);
      if (news.kind === 'challenge') return news.answer;
      if (news.kind === 'other') return noted;
      await database.transaction(async (transaction) => {
        if (!(await isNew(transaction, news.key))) return;
        if (news.kind === 'joined') await noteArrival(transaction, news);
        else await queueSettling(transaction, news);
      });
      return noted;
    });
  });

  async function isNew(transaction: Transaction, key: string): Promise<boolean> {
    const added = await transaction
      .insert(webhookEvents)
      .values({ source: 'zoom', key, receivedAt: clock.now() })
      .onConflictDoNothing()
      .returning();
    return added.length > 0;
  }

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
