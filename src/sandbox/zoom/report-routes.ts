import type { FastifyInstance } from 'fastify';
import type { ZoomContext } from './context.ts';
import { readPage, writePage } from './paging.ts';
import { unknownMeeting } from './refusal.ts';
import type { Instance, Stay } from './store.ts';

interface OfInstance {
  Params: { id: string };
  Querystring: Record<string, string>;
}

/** Who was there, once it is over. A meeting's id stands for its last holding. */
export function serveReports(app: FastifyInstance, { store, faults }: ZoomContext): void {
  app.get<OfInstance>('/zoom/v2/report/meetings/:id/participants', ({ params, query }) => {
    const { stays } = find(params.id);
    const withRegistrant = query.include_fields?.split(',').includes('registrant_id') ?? false;
    return writePage(readPage(stays, query), 'participants', (stay) => ({
      id: '',
      user_id: String(16_778_240 + stays.indexOf(stay) * 1024),
      name: stay.name,
      user_email: stay.email,
      join_time: stay.join_time,
      leave_time: stay.leave_time,
      duration: secondsOf(stay),
      ...(withRegistrant && { registrant_id: stay.registrant_id ?? '' }),
    }));
  });

  app.get<OfInstance>('/zoom/v2/past_meetings/:id/participants', ({ params, query }) => {
    const { stays } = find(params.id);
    return writePage(readPage(stays, query), 'participants', ({ name, email }) => ({
      id: '',
      name,
      user_email: email,
    }));
  });

  function find(id: string): Instance {
    const ended = store
      .all()
      .filter((meeting) => String(meeting.id) === id || hasInstance(meeting.instances, id))
      .flatMap(({ instances }) => instances)
      .filter(({ end_time }) => end_time !== null);
    const named = ended.find(({ uuid }) => isNamed(uuid, id)) ?? ended.at(-1);
    if (!named || faults.areReportsLate()) throw unknownMeeting(id);
    return named;
  }
}

function hasInstance(instances: Instance[], id: string): boolean {
  return instances.some(({ uuid }) => isNamed(uuid, id));
}

/** A uuid with slashes arrives encoded twice. */
function isNamed(uuid: string, id: string): boolean {
  return uuid === id || encodeURIComponent(uuid) === id;
}

function secondsOf({ join_time, leave_time }: Stay): number {
  return Math.floor((Date.parse(leave_time ?? join_time) - Date.parse(join_time)) / 1000);
}
