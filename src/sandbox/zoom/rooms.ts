import { randomBytes } from 'node:crypto';
import type { ZoomContext } from './context.ts';
import type { Instance, Meeting, Registrant, Stay } from './store.ts';

const host = { name: 'The host', email: 'host@sandbox.test' };

export function currentInstance({ instances }: Meeting): Instance | undefined {
  return instances.find(({ end_time }) => end_time === null);
}

/** Starts and ends meetings, lets people join and leave, and sends a webhook for each. */
export function openRooms({
  store,
  clock,
  webhooks,
}: Pick<ZoomContext, 'store' | 'clock' | 'webhooks'>) {
  const now = () => `${clock.now().toISOString().slice(0, 19)}Z`;

  return {
    start(meeting: Meeting): Meeting {
      if (currentInstance(meeting)) return meeting;
      const instance: Instance = {
        uuid: randomBytes(16).toString('base64'),
        start_time: now(),
        end_time: null,
        stays: [stayOf(null, host.name, host.email)],
      };
      return save({ ...meeting, instances: [...meeting.instances, instance] });
    },

    /** The meeting that keeps its host from starting this one: a host runs one at a time. */
    findOtherOfHost({ id, host_id }: Meeting): Meeting | undefined {
      return store
        .all()
        .find(
          (other) =>
            other.host_id === host_id && other.id !== id && currentInstance(other) !== undefined,
        );
    },

    /** False while the host has not started the meeting. */
    enter(meeting: Meeting, registrant: Registrant): boolean {
      const instance = currentInstance(meeting);
      if (!instance) return false;
      if (instance.stays.some((stay) => isIn(stay, registrant))) return true;
      const name = `${registrant.first_name} ${registrant.last_name}`.trim();
      const stay = stayOf(registrant.id, name, registrant.email);
      save(withStays(meeting, [...instance.stays, stay]));
      report('meeting.participant_joined', meeting, instance, stay);
      return true;
    },

    leave(meeting: Meeting, registrant: Registrant): void {
      const instance = currentInstance(meeting);
      const stay = instance?.stays.find((candidate) => isIn(candidate, registrant));
      if (!instance || !stay) return;
      const left = { ...stay, leave_time: now() };
      save(
        withStays(
          meeting,
          instance.stays.map((other) => (other === stay ? left : other)),
        ),
      );
      report('meeting.participant_left', meeting, instance, left);
    },

    end(meeting: Meeting): void {
      const instance = currentInstance(meeting);
      if (!instance) return;
      const stays = instance.stays.map((stay) => ({
        ...stay,
        leave_time: stay.leave_time ?? now(),
      }));
      const ended = { ...instance, stays, end_time: now() };
      save({ ...meeting, instances: [...meeting.instances.slice(0, -1), ended] });
      webhooks.send('meeting.ended', { ...objectOf(meeting, ended), end_time: ended.end_time });
    },
  };

  function stayOf(registrantId: string | null, name: string, email: string): Stay {
    return { registrant_id: registrantId, name, email, join_time: now(), leave_time: null };
  }

  function save(meeting: Meeting): Meeting {
    store.save(meeting);
    return meeting;
  }

  function report(event: string, meeting: Meeting, instance: Instance, stay: Stay) {
    const participant = {
      user_id: String(instance.stays.length),
      user_name: stay.name,
      id: '',
      email: stay.email,
      registrant_id: stay.registrant_id,
      join_time: stay.join_time,
      ...(stay.leave_time && { leave_time: stay.leave_time }),
    };
    webhooks.send(event, { ...objectOf(meeting, instance), participant });
  }
}

export type Rooms = ReturnType<typeof openRooms>;

function isIn(stay: Stay, { id }: Registrant): boolean {
  return stay.registrant_id === id && stay.leave_time === null;
}

function withStays(meeting: Meeting, stays: Stay[]): Meeting {
  const instances = meeting.instances.map((instance) =>
    instance.end_time === null ? { ...instance, stays } : instance,
  );
  return { ...meeting, instances };
}

/** In webhooks, unlike in answers, a meeting's id is a text. */
function objectOf(
  { id, host_id, topic, type, duration, timezone }: Meeting,
  { uuid, start_time }: Instance,
) {
  return {
    id: String(id),
    uuid,
    host_id,
    topic,
    type,
    duration,
    timezone,
    start_time,
  };
}
