import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { defaultSettings, otherMeetings, readMeetingFields } from './meeting-fields.ts';
import { pageOf, unknownMeeting, ZoomError, zoomTime } from './replies.ts';
import { currentInstance } from './rooms.ts';
import type { ZoomContext } from './routes.ts';
import type { Meeting } from './store.ts';
import { isLicensed, type ZoomUser } from './users.ts';

const recurringAtNoTime = 3;
const longestListedAgenda = 250;
const unexpiredMs = 30 * 24 * 60 * 60 * 1000;
type OfMeeting = { Params: { meetingId: string } };
type OfUser = { Params: { userId: string }; Querystring: Record<string, string> };

export function serveMeetings(app: FastifyInstance, context: ZoomContext): void {
  const { store, users, clock, count, faults } = context;
  const others = () => otherMeetings(clock.now());
  const find = (id: string) => {
    const meeting = store.find(id) ?? others().find((other) => String(other.id) === id);
    if (!meeting) throw unknownMeeting(id);
    return { meeting, host: users.findHost(meeting.host_id) };
  };
  const countWrite = ({ id }: ZoomUser) => {
    const most = faults().meetingsPerDay ?? context.meetingsPerDay;
    count({
      what: `meeting writes of ${id}`,
      most,
      sentence: `You have exceeded the daily rate limit (${most}) of Meeting Create/Update API requests permitted for this particular user. You can resume these API requests at GMT 00:00:00.`,
      sentenceAs300: `A maximum of ${most} meetings can be created/updated for a single user in one day.`,
    });
  };

  app.post<OfUser>('/zoom/v2/users/:userId/meetings', ({ params, body }, reply) => {
    const host = users.findHost(params.userId);
    const blank = blankMeeting(host);
    const fields = readMeetingFields(body, blank, clock.now());
    countWrite(host);
    const meeting = withAccountSettings({ ...blank, ...fields }, host);
    store.save(meeting);
    const takesRegistrations = meeting.settings.approval_type !== 2;
    return reply.status(201).send({
      ...toResponse(meeting),
      // Zoom only sends this field when it creates the meeting.
      ...(takesRegistrations && {
        registration_url: `${context.address()}/zoom/meeting/register/${meeting.id}`,
      }),
    });
  });

  app.get<OfUser>('/zoom/v2/users/:userId/meetings', ({ params, query }) => {
    const host = users.findHost(params.userId);
    const soonest = [...store.all(), ...others()]
      .filter(({ host_id }) => host_id === host.id)
      .filter(isListed)
      .toSorted((a, b) => (a.start_time < b.start_time ? -1 : 1));
    return pageOf(soonest, query, 'meetings', (meeting) => ({
      ...common(meeting),
      agenda: meeting.agenda.slice(0, longestListedAgenda),
    }));
  });

  app.get<OfMeeting>('/zoom/v2/meetings/:meetingId', ({ params }) =>
    toResponse(find(params.meetingId).meeting),
  );

  app.patch<OfMeeting>('/zoom/v2/meetings/:meetingId', ({ params, body }, reply) => {
    const { meeting, host } = find(params.meetingId);
    if (currentInstance(meeting)) {
      throw new ZoomError(
        400,
        3000,
        'You cannot update or delete meetings that have started using this method.',
      );
    }
    const fields = readMeetingFields(body, meeting, clock.now());
    countWrite(host);
    store.save(withAccountSettings({ ...meeting, ...fields }, host));
    return reply.status(204).send();
  });

  app.delete<OfMeeting>('/zoom/v2/meetings/:meetingId', ({ params }, reply) => {
    const { meeting } = find(params.meetingId);
    const refuse = (code: number, why: string) =>
      new ZoomError(400, code, `Sorry, you cannot delete this meeting since it ${why}.`);
    if (currentInstance(meeting)) throw refuse(3002, 'is in progress');
    if (meeting.instances.length > 0 && isOver(meeting)) throw refuse(3007, 'has ended');
    store.remove(meeting.id);
    return reply.status(204).send();
  });

  function blankMeeting({ id: host_id }: ZoomUser): Meeting {
    const now = zoomTime(clock.now());
    return {
      id: store.newId(),
      uuid: randomBytes(16).toString('base64'),
      host_id,
      topic: 'Zoom Meeting',
      type: 2,
      start_time: now,
      duration: 60,
      timezone: 'UTC',
      agenda: '',
      created_at: now,
      password: '',
      settings: { ...defaultSettings, meeting_authentication: faults().signIn !== undefined },
      registrants: [],
      instances: [],
    };
  }

  /**
   * Locked account settings and a missing license silently override the request. Without a passcode or authentication,
   * a meeting gets a waiting room, because this plan requires at least one of the three.
   */
  function withAccountSettings(meeting: Meeting, host: ZoomUser): Meeting {
    const { noPasscodes, waitingRoomLocked, signIn } = faults();
    const password = noPasscodes ? '' : meeting.password;
    const settings = {
      ...meeting.settings,
      ...(waitingRoomLocked && { waiting_room: true }),
      ...(signIn === 'locked' && { meeting_authentication: true }),
      ...(!isLicensed(host) && { approval_type: 2 }),
    };
    const isSecured = password || settings.waiting_room || settings.meeting_authentication;
    return {
      ...meeting,
      password,
      settings: { ...settings, ...(!isSecured && { waiting_room: true }) },
    };
  }

  function isOver({ start_time, duration }: Meeting): boolean {
    return Date.parse(start_time) + duration * 60_000 <= clock.now().getTime();
  }

  function isListed({ start_time, created_at }: Meeting): boolean {
    const now = clock.now().getTime();
    const isListedYet = Date.parse(created_at) <= now - faults().listLagSeconds * 1000;
    return isListedYet && Date.parse(start_time) > now - unexpiredMs;
  }

  function common(meeting: Meeting) {
    const { start_time, password, settings, registrants, instances, ...fields } = meeting;
    return {
      ...fields,
      ...(fields.type !== recurringAtNoTime && { start_time }),
      join_url: `${context.address()}/zoom/j/${fields.id}${password && `?pwd=${password}`}`,
    };
  }

  function toResponse(meeting: Meeting) {
    const zak = randomBytes(24).toString('base64url');
    return {
      ...common(meeting),
      status: currentInstance(meeting) ? 'started' : 'waiting',
      password: meeting.password,
      settings: meeting.settings,
      // Zoom returns a new URL each time.
      start_url: `${context.address()}/zoom/s/${meeting.id}?zak=${zak}`,
    };
  }
}
