import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZoomContext } from './context.ts';
import { defaultSettings, readMeetingFields } from './meeting-fields.ts';
import { readPage, writePage } from './paging.ts';
import { unknownMeeting, ZoomError } from './refusal.ts';
import { currentInstance } from './rooms.ts';
import type { Meeting } from './store.ts';

export const hostId = 'sandbox-host';
const recurringAtNoTime = 3;
type OfMeeting = { Params: { meetingId: string } };
type OfUser = { Params: { userId: string }; Querystring: Record<string, string> };

/** Create, read, list, change and delete, in Zoom's words. */
export function serveMeetings(app: FastifyInstance, context: ZoomContext): void {
  const { store, clock, count, meetingsPerDay } = context;
  const find = (id: string) => {
    const meeting = store.find(id);
    if (!meeting) throw unknownMeeting(id);
    return meeting;
  };
  const countWrite = () =>
    count(
      'meeting writes',
      meetingsPerDay,
      `You have exceeded the daily rate limit (${meetingsPerDay}) for Meeting Create/Update API requests permitted for this particular user.`,
    );

  app.post<OfUser>('/zoom/v2/users/:userId/meetings', (request, reply) => {
    const made = blankMeeting();
    const fields = readMeetingFields(request.body, made);
    countWrite();
    const meeting = { ...made, ...fields };
    store.save(meeting);
    return reply.status(201).send(describe(meeting));
  });

  app.get<OfUser>('/zoom/v2/users/:userId/meetings', ({ query }) => {
    const soonest = store.all().toSorted((a, b) => (a.start_time < b.start_time ? -1 : 1));
    const page = readPage(soonest.filter(isNotOver), query);
    return writePage(page, 'meetings', listEntry);
  });

  app.get<OfMeeting>('/zoom/v2/meetings/:meetingId', ({ params }) =>
    describe(find(params.meetingId)),
  );

  app.patch<OfMeeting>('/zoom/v2/meetings/:meetingId', ({ params, body }, reply) => {
    const meeting = find(params.meetingId);
    const fields = readMeetingFields(body, meeting);
    countWrite();
    store.save({ ...meeting, ...fields });
    return reply.status(204).send();
  });

  app.delete<OfMeeting>('/zoom/v2/meetings/:meetingId', ({ params }, reply) => {
    const meeting = find(params.meetingId);
    if (currentInstance(meeting)) {
      throw new ZoomError(
        400,
        3002,
        'Sorry, you cannot delete this meeting since it’s in progress.',
      );
    }
    store.remove(meeting.id);
    return reply.status(204).send();
  });

  function blankMeeting(): Meeting {
    const now = `${clock.now().toISOString().slice(0, 19)}Z`;
    return {
      id: store.newId(),
      uuid: randomBytes(16).toString('base64'),
      topic: 'Zoom Meeting',
      type: 2,
      start_time: now,
      duration: 60,
      timezone: 'UTC',
      agenda: '',
      created_at: now,
      password: randomBytes(4).toString('hex'),
      settings: defaultSettings,
      registrants: [],
      instances: [],
    };
  }

  function isNotOver({ type, start_time: start, duration }: Meeting): boolean {
    if (type === recurringAtNoTime) return true;
    return Date.parse(start) + duration * 60_000 > clock.now().getTime();
  }

  function listEntry(meeting: Meeting) {
    const { uuid, id, topic, type, start_time, duration, timezone, agenda, created_at } = meeting;
    const hasStart = type !== recurringAtNoTime;
    const join_url = joinUrl(meeting);
    const host_id = hostId;
    return {
      uuid,
      id,
      host_id,
      topic,
      type,
      ...(hasStart && { start_time }),
      duration,
      timezone,
      agenda,
      created_at,
      join_url,
    };
  }

  function describe(meeting: Meeting) {
    const needsRegistration = meeting.settings.approval_type !== 2;
    const zak = randomBytes(24).toString('base64url');
    return {
      ...listEntry(meeting),
      status: currentInstance(meeting) ? 'started' : 'waiting',
      password: meeting.password,
      settings: meeting.settings,
      // A fresh one each time, as Zoom does.
      start_url: `${context.address()}/zoom/s/${meeting.id}?zak=${zak}`,
      ...(needsRegistration && {
        registration_url: `${context.address()}/zoom/meeting/register/${meeting.id}`,
      }),
    };
  }

  function joinUrl({ id, password }: Meeting): string {
    return `${context.address()}/zoom/j/${id}?pwd=${password}`;
  }
}
