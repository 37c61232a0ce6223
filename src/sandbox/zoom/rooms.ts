import { randomBytes, randomUUID } from 'node:crypto';
import { zoomTime } from './replies.ts';
import type { ZoomContext } from './routes.ts';
import type { Instance, Meeting, Registrant, Stay } from './store.ts';
import { openRoomWebhooks } from './webhooks.ts';

const host = { name: 'The host', email: 'host@sandbox.test' };
/** Guests leave if the meeting doesn't start within this time. */
const longestWaitMs = 30 * 60 * 1000;
/** The `user_id` increases by this much with each new connection. */
const connectionStep = 1024;

export function currentInstance({ instances }: Meeting): Instance | undefined {
  return instances.find(({ end_time }) => end_time === null);
}

export type Entered = 'in' | 'waiting' | 'not-started';
export type Guest = Pick<Stay, 'registrant_id' | 'name' | 'email'> &
  Partial<Pick<Stay, 'participant_uuid' | 'phone_number' | 'bo_mtg_id'>>;

export function guestOf({ id, first_name, last_name, email }: Registrant): Guest {
  return { registrant_id: id, name: `${first_name} ${last_name}`.trim(), email };
}

export function openRooms({ store, clock, webhooks, attendance }: ZoomContext) {
  const sendWebhook = openRoomWebhooks(webhooks, attendance);
  const door: { meetingId: number; guest: Guest; at: Date }[] = [];

  return {
    start(meeting: Meeting, at = clock.now()): Meeting {
      if (currentInstance(meeting)) return meeting;
      const instance: Instance = {
        uuid: randomBytes(16).toString('base64'),
        start_time: zoomTime(at),
        end_time: null,
        stays: [],
      };
      const started = store.save({ ...meeting, instances: [...meeting.instances, instance] });
      sendWebhook.meeting('meeting.started', objectOf(started, instance));
      return join(started, { registrant_id: null, ...host }, at);
    },

    /** Returns another meeting that the same host is running, if any. Zoom allows only one at a time. */
    findOtherOfHost({ id, host_id }: Meeting): Meeting | undefined {
      return store
        .all()
        .find(
          (other) =>
            other.host_id === host_id && other.id !== id && currentInstance(other) !== undefined,
        );
    },

    enter(id: number, guest: Guest, at = clock.now()): Entered {
      const meeting = store.find(id);
      const instance = meeting && currentInstance(meeting);
      if (meeting && !instance) door.push({ meetingId: id, guest, at });
      if (!meeting || !instance) return 'not-started';
      const open = instance.stays.find((stay) => isOpenStayOf(stay, guest));
      if (open) return open.status === 'in_waiting_room' ? 'waiting' : 'in';
      if (attendance.current().door === 'open' && !meeting.settings.waiting_room) {
        join(meeting, guest, at);
        return 'in';
      }
      const stay = stayOf(instance, guest, at, 'in_waiting_room');
      store.save(withStays(meeting, [...instance.stays, stay]));
      reportMovement('meeting.participant_joined_waiting_room', meeting, instance, stay);
      return 'waiting';
    },

    /**
     * Returns guests who tried to join before the meeting started, except those who came over half an hour too early.
     */
    atDoor(meetingId: number, before: Date): Guest[] {
      const earliest = before.getTime() - longestWaitMs;
      return door
        .filter((one) => one.meetingId === meetingId && one.at.getTime() >= earliest)
        .map(({ guest }) => guest);
    },

    admit(meeting: Meeting): void {
      const at = clock.now();
      for (const waiting of currentInstance(meeting)?.stays ?? []) {
        if (waiting.status !== 'in_waiting_room' || waiting.leave_time) continue;
        const current = leaveStay(meeting.id, waiting, at, 'meeting.participant_admitted');
        if (current) join(current, waiting, at);
      }
    },

    split(meeting: Meeting, to: 'breakout' | 'meeting'): void {
      const at = clock.now();
      const room = to === 'breakout' ? { bo_mtg_id: randomBytes(16).toString('base64') } : {};
      for (const { bo_mtg_id, ...stay } of currentInstance(meeting)?.stays ?? []) {
        const isThere = (bo_mtg_id !== undefined) === (to === 'breakout');
        if (isThere || stay.leave_time || stay.status !== 'in_meeting' || isHost(stay)) continue;
        const current = leaveStay(meeting.id, stay, at);
        if (current) join(current, { ...stay, ...room }, at);
      }
    },

    leave(meeting: Meeting, guest: Guest): void {
      const stay = currentInstance(meeting)?.stays.find((one) => isOpenStayOf(one, guest));
      if (stay) leaveStay(meeting.id, stay, clock.now());
    },

    end(meeting: Meeting, at = clock.now()): void {
      const open = currentInstance(meeting)?.stays.filter(({ leave_time }) => !leave_time) ?? [];
      for (const stay of open) leaveStay(meeting.id, stay, at);
      const now = store.find(meeting.id);
      const instance = now && currentInstance(now);
      if (!now || !instance) return;
      const ended = { ...instance, end_time: zoomTime(at) };
      store.save({ ...now, instances: [...now.instances.slice(0, -1), ended] });
      sendWebhook.meeting('meeting.ended', { ...objectOf(now, ended), end_time: ended.end_time });
    },
  };

  function join(meeting: Meeting, guest: Guest, at: Date): Meeting {
    const instance = currentInstance(meeting);
    if (!instance) return meeting;
    const stay = stayOf(instance, guest, at, 'in_meeting');
    const joined = store.save(withStays(meeting, [...instance.stays, stay]));
    reportMovement('meeting.participant_joined', meeting, instance, stay);
    return joined;
  }

  function leaveStay(meetingId: number, { user_id }: Stay, at: Date, admitEvent?: string) {
    const meeting = store.find(meetingId);
    const instance = meeting && currentInstance(meeting);
    const stay = instance?.stays.find((one) => one.user_id === user_id);
    if (!meeting || !instance || !stay) return undefined;
    const left = { ...stay, leave_time: zoomTime(at) };
    const others = instance.stays.map((one) => (one === stay ? left : one));
    const saved = store.save(withStays(meeting, others));
    const isWaiting = stay.status === 'in_waiting_room';
    const event = isWaiting ? 'participant_left_waiting_room' : 'participant_left';
    reportMovement(admitEvent ?? `meeting.${event}`, meeting, instance, left);
    return saved;
  }

  function stayOf(
    { stays }: Instance,
    { participant_uuid = randomUUID().toUpperCase(), ...guest }: Guest,
    at: Date,
    status: Stay['status'],
  ): Stay {
    const user_id = String(16_778_240 + stays.length * connectionStep);
    const times = { join_time: zoomTime(at), leave_time: null };
    return { ...guest, user_id, participant_uuid, ...times, status };
  }

  /** Like Zoom, omits the join time when someone leaves, and sends no events for breakout rooms. */
  function reportMovement(event: string, meeting: Meeting, instance: Instance, stay: Stay) {
    if (stay.bo_mtg_id) return;
    const { user_id, participant_uuid, name: user_name, email, join_time, leave_time } = stay;
    const registrant_id = stay.registrant_id ?? '';
    const id = isHost(stay) ? meeting.host_id : '';
    const who = { user_id, user_name, id, participant_uuid, email, registrant_id };
    const isJoining = event === 'meeting.participant_joined';
    const isLeaving = event === 'meeting.participant_left';
    const participant = {
      ...who,
      ...(stay.phone_number && { phone_number: stay.phone_number }),
      ...(isJoining && { join_time }),
      ...(isLeaving && { leave_time, leave_reason: 'left the meeting' }),
      ...(!isJoining && !isLeaving && { date_time: leave_time ?? join_time }),
    };
    const object = { ...objectOf(meeting, instance), participant };
    sendWebhook.movement(event, `${instance.uuid} ${user_id}`, object);
  }
}

export type Rooms = ReturnType<typeof openRooms>;

function isHost({ email }: Pick<Stay, 'email'>): boolean {
  return email === host.email;
}

function isOpenStayOf(stay: Stay, guest: Guest): boolean {
  if (stay.leave_time !== null) return false;
  return guest.registrant_id
    ? stay.registrant_id === guest.registrant_id
    : stay.registrant_id === null && stay.name === guest.name;
}

function withStays(meeting: Meeting, stays: Stay[]): Meeting {
  const instances = meeting.instances.map((instance) =>
    instance.end_time === null ? { ...instance, stays } : instance,
  );
  return { ...meeting, instances };
}

/** The meeting ID is a string in webhooks, but a number in responses. */
function objectOf(
  { id, host_id, topic, type, duration, timezone }: Meeting,
  { uuid, start_time }: Instance,
) {
  return { id: String(id), uuid, host_id, topic, type, duration, timezone, start_time };
}
