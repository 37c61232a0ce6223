import type { FastifyInstance } from 'fastify';
import type { ZoomContext } from './context.ts';
import { readPage, writePage } from './paging.ts';
import { invalid, unknownMeeting, ZoomError } from './refusal.ts';
import { addRegistrant } from './registration.ts';
import type { Meeting, Registrant } from './store.ts';

interface OfMeeting {
  Params: { meetingId: string };
  Querystring: Record<string, string>;
  Body: Record<string, unknown> | null;
}

const addsPerDay = 3;
const changesPerDay = 10;
const statuses = ['pending', 'approved', 'denied'];
const path = '/zoom/v2/meetings/:meetingId/registrants';

export function serveRegistrants(app: FastifyInstance, context: ZoomContext): void {
  const { store, count } = context;

  app.post<OfMeeting>(path, ({ params, body }, reply) => {
    const meeting = find(params.meetingId);
    const guest = readGuest(body);
    count(
      `registrant ${meeting.id} ${guest.email.toLowerCase()}`,
      addsPerDay,
      `You have exceeded the daily rate limit (${addsPerDay}) of Add Meeting Registrant API requests permitted for the registrant (${guest.email}).`,
    );
    const registrant = addRegistrant(context, meeting, guest);
    return reply.status(201).send({
      id: meeting.id,
      registrant_id: registrant.id,
      topic: meeting.topic,
      start_time: meeting.start_time,
      join_url: personalUrl(meeting, registrant),
    });
  });

  app.get<OfMeeting>(path, ({ params, query }) => {
    const meeting = find(params.meetingId);
    const { status = 'approved' } = query;
    if (!statuses.includes(status)) throw invalid('status', 'Invalid field.');
    const wanted = meeting.registrants.filter((registrant) => registrant.status === status);
    return writePage(readPage(wanted, query), 'registrants', (registrant) => ({
      id: registrant.id,
      email: registrant.email,
      first_name: registrant.first_name,
      last_name: registrant.last_name,
      status: registrant.status,
      create_time: registrant.create_time,
      join_url: personalUrl(meeting, registrant),
    }));
  });

  app.put<OfMeeting>(`${path}/status`, ({ params, body }, reply) => {
    const meeting = find(params.meetingId);
    const { action, registrants } = body ?? {};
    if (!['approve', 'cancel', 'deny'].includes(String(action))) {
      throw invalid('action', 'Invalid field.');
    }
    const named = (Array.isArray(registrants) ? registrants : []) as { id?: string }[];
    const ids = new Set(named.map(({ id }) => id));
    for (const id of ids) count(`status ${meeting.id} ${id}`, changesPerDay, tooManyChanges);
    if (!meeting.registrants.some(({ id }) => ids.has(id))) {
      throw new ZoomError(404, 3001, 'Registrant does not exist.');
    }
    const status = action === 'approve' ? 'approved' : 'cancelled';
    const changed = meeting.registrants.map((registrant) =>
      ids.has(registrant.id)
        ? { ...registrant, status: status as Registrant['status'] }
        : registrant,
    );
    store.save({ ...meeting, registrants: changed });
    return reply.status(204).send();
  });

  function find(id: string): Meeting {
    const meeting = store.find(id);
    if (!meeting) throw unknownMeeting(id);
    if (meeting.settings.approval_type === 2) {
      throw new ZoomError(404, 404, `Registration has not been enabled for this meeting: ${id}.`);
    }
    return meeting;
  }

  function personalUrl({ id, password }: Meeting, { tk }: Registrant): string {
    return `${context.address()}/zoom/j/${id}?tk=${tk}&pwd=${password}`;
  }
}

const tooManyChanges = `You have exceeded the daily rate limit (${changesPerDay}) of Update Registrant Status API requests permitted for this registrant.`;

function readGuest(body: Record<string, unknown> | null) {
  const { email, first_name, last_name } = body ?? {};
  if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw invalid('email', 'Invalid field.');
  }
  if (typeof first_name !== 'string' || !first_name || first_name.length > 64) {
    throw invalid('first_name', 'Invalid field.');
  }
  const isNamed = typeof last_name === 'string' && last_name.length <= 64;
  if (!isNamed) throw invalid('last_name', 'Invalid field.');
  return { email, first_name, last_name };
}
