import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { pageOf, unknownMeeting, ZoomError, zoomTime } from './replies.ts';
import type { ZoomContext } from './routes.ts';
import type { Meeting, Registrant } from './store.ts';
import { isLicensed, type ZoomUser } from './users.ts';

interface OfMeeting {
  Params: { meetingId: string; registrantId: string };
  Querystring: Record<string, string>;
  Body: Record<string, unknown> | null;
}

interface Batch {
  Body: { registrants: object[] };
}

const addsPerDay = 3;
const scheduled = 2;
const path = '/zoom/v2/meetings/:meetingId/registrants';
const batchPath = '/zoom/v2/meetings/:meetingId/batch_registrants';

export function serveRegistrants(app: FastifyInstance, context: ZoomContext): void {
  const { store, users, count, faults } = context;

  app.post<OfMeeting>(path, ({ params, body }, reply) => {
    const { meeting, host } = find(params.meetingId);
    const guest = { last_name: '', ...body } as Guest;
    refuseUnlessPaid(host);
    refuseHost(host, guest);
    refuseIfFull(meeting, [guest], 400);
    countAdd(meeting, guest);
    const registrant = addRegistrant(context, meeting, guest);
    return reply.status(201).send({
      id: meeting.id,
      registrant_id: registrant.id,
      topic: meeting.topic,
      start_time: meeting.start_time,
      join_url: personalUrl(meeting, registrant.tk),
    });
  });

  /**
   * Zoom doesn't say what happens to a list if it would refuse one of its people, so this refuses the whole list. Nor does
   * it say whether it returns people who are already registered, so this leaves them out.
   */
  app.post<OfMeeting & Batch>(batchPath, ({ params, body }, reply) => {
    const { meeting, host } = find(params.meetingId);
    const guests = body.registrants.map((guest) => ({ last_name: '', ...guest }) as Guest);
    refuseUnlessPaid(host);
    if (meeting.type !== scheduled) {
      throw new ZoomError(400, 303, 'This API can only be used for scheduled meeting.');
    }
    for (const guest of guests) refuseHost(host, guest);
    refuseIfFull(meeting, guests, 404);
    for (const guest of guests) countAdd(meeting, guest);
    const registrants = guests.flatMap((guest) => {
      const current = store.find(meeting.id) ?? meeting;
      if (findByEmail(current, guest.email)) return [];
      const { id, email, tk } = addRegistrant(context, current, guest);
      return [{ registrant_id: id, email, join_url: personalUrl(meeting, tk) }];
    });
    return reply.status(201).send({ registrants });
  });

  app.get<OfMeeting>(path, ({ params, query }) => {
    const { meeting } = find(params.meetingId);
    return pageOf(meeting.registrants, query, 'registrants', ({ tk, ...registrant }) => ({
      ...registrant,
      join_url: personalUrl(meeting, tk),
    }));
  });

  app.delete<OfMeeting>(`${path}/:registrantId`, ({ params }, reply) => {
    const { meeting, host } = find(params.meetingId);
    refuseUnlessPaid(host);
    const registrants = meeting.registrants.filter(({ id }) => id !== params.registrantId);
    if (registrants.length === meeting.registrants.length) {
      throw new ZoomError(400, 3000, `Registrant ${params.registrantId} was not found.`);
    }
    store.save({ ...meeting, registrants });
    return reply.status(204).send();
  });

  function refuseIfFull(meeting: Meeting, guests: Guest[], status: 400 | 404): void {
    const added = guests.filter(({ email }) => !findByEmail(meeting, email)).length;
    if (added === 0 || meeting.registrants.length + added <= faults().capacity) return;
    throw new ZoomError(status, 3043, 'Meeting has reached maximum attendee capacity.');
  }

  function countAdd(meeting: Meeting, { email }: Guest): void {
    count({
      what: `registrant ${faults().addsAcrossMeetings ? '' : meeting.id} ${email.toLowerCase()}`,
      most: addsPerDay,
      sentence: `You have exceeded the daily rate limit of "${addsPerDay}" for Add meeting registrant API requests for the registrant "${email}". You can resume these API requests at GMT 00:00:00.`,
    });
  }

  function find(id: string) {
    const meeting = store.find(id);
    if (!meeting) throw unknownMeeting(id);
    const host = users.findHost(meeting.host_id);
    if (meeting.settings.approval_type === 2) {
      throw new ZoomError(404, 404, `Registration has not been enabled for this meeting: ${id}.`);
    }
    return { meeting, host };
  }

  function personalUrl({ id, password }: Meeting, tk: string): string {
    return `${context.address()}/zoom/j/${id}?tk=${tk}${password && `&pwd=${password}`}`;
  }
}

function refuseUnlessPaid(host: ZoomUser): void {
  if (!isLicensed(host)) throw new ZoomError(400, 200, 'Only available for Paid or ZMP account.');
}

function refuseHost(host: ZoomUser, { email }: Guest): void {
  if (email.toLowerCase() !== host.email) return;
  throw new ZoomError(400, 3027, 'Host can not register.', {
    errors: [{ field: 'email', message: 'The host is already in the meeting.' }],
  });
}

type Guest = Pick<Registrant, 'email' | 'first_name' | 'last_name'>;

export function addRegistrant({ store, clock }: ZoomContext, meeting: Meeting, guest: Guest) {
  const existing = findByEmail(meeting, guest.email);
  if (existing) return existing;
  const registrant: Registrant = {
    ...guest,
    id: randomBytes(16).toString('base64url'),
    status: 'approved',
    create_time: zoomTime(clock.now()),
    tk: randomBytes(24).toString('base64url'),
  };
  store.save({ ...meeting, registrants: [...meeting.registrants, registrant] });
  return registrant;
}

function findByEmail({ registrants }: Meeting, email: string): Registrant | undefined {
  return registrants.find((one) => one.email.toLowerCase() === email.toLowerCase());
}
