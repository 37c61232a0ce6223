import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { meetingCalls } from '../../contract/admin-classes.ts';
import { recordAudit } from '../audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { classes } from '../database/schema.ts';
import { Refusal } from '../http/refusal.ts';
import { type Front, serve } from '../http/serve.ts';
import { type Meetings, MeetingsProblem } from '../integrations/meetings/port.ts';
import type { Queue } from '../jobs/queue.ts';
import { keepMeetingInStep } from './commands.ts';
import { hearZoom } from './webhook.ts';

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  meetings: Meetings;
}

const noMeeting = 'This class doesn’t have an associated Zoom meeting.';

export function serveMeetings(app: FastifyInstance, parts: Parts, front: Front): void {
  const { database, clock, queue, meetings } = parts;
  hearZoom(app, parts);
  serve(
    app,
    meetingCalls,
    {
      /** Such an address makes whoever opens it the host, so it is asked for at the click and kept nowhere. */
      async getFreshZoomUrl({ params }) {
        const { zoomMeetingId } = await findClass(params.id);
        if (!zoomMeetingId) throw new Refusal(409, noMeeting);
        const startUrl = await meetings.findStartUrl(zoomMeetingId).catch(explain);
        if (!startUrl) throw new Refusal(409, 'Zoom no longer has a meeting for this class.');
        return { startUrl };
      },

      async retryMeeting({ params, person, request }) {
        await findClass(params.id);
        await database.transaction(async (transaction) => {
          await keepMeetingInStep(queue, transaction, params.id);
          await recordAudit(transaction, {
            at: clock.now(),
            actorId: person.id,
            action: 'class: meeting tried again',
            subject: `class:${params.id}`,
            address: request.ip,
          });
        });
        return { message: 'Zoom is being asked again.' };
      },
    },
    front,
  );

  async function findClass(id: number) {
    const [found] = await database
      .select()
      .from(classes)
      .where(and(eq(classes.id, id), isNull(classes.deletedAt)));
    if (!found) throw new Refusal(404, 'There is no such class.');
    return found;
  }
}

function explain(error: unknown): never {
  if (!(error instanceof MeetingsProblem)) throw error;
  if (error.kind === 'refused') throw new Refusal(502, 'Zoom refused to start this meeting.');
  throw new Refusal(503, 'Zoom does not answer at the moment. Please try again in a minute.');
}
