import type { FastifyInstance } from 'fastify';
import type { FaultState } from '../context.ts';
import { pageOf, unknownMeeting, ZoomError } from './replies.ts';
import type { ZoomContext } from './routes.ts';
import type { Instance, Stay } from './store.ts';

interface OfInstance {
  Params: { id: string };
  Querystring: Record<string, string>;
}

const minute = 60_000;
const firstReportMs = 2 * minute;
const wholeReportMs = 6 * minute;
/** Zoom doesn't create a report if the host was alone. */
const fewestParticipants = 2;

type Reports = FaultState<'attendance'>['reports'];
const noScope =
  'Invalid access token, does not contain scopes:[report:read:admin, report:read:list_meeting_participants:admin].';
const refusals: Record<Exclude<Reports, 'granted'>, [number, string]> = {
  'basic-plan': [200, 'No permission.'],
  'no-scope': [4711, noScope],
  'no-scope-old-app': [4700, noScope],
  'no-hosting': [
    3161,
    'Your user account is not allowed meeting hosting and scheduling capabilities.',
  ],
  'other-account': [1010, 'User not found on this account: sandbox-account.'],
};

/** Reports can be requested by an instance's UUID, or by a meeting ID for the latest instance that has ended. */
export function serveReports(
  app: FastifyInstance,
  { store, clock, faults, attendance }: ZoomContext,
): void {
  app.get<OfInstance>('/zoom/v2/report/meetings/:id/participants', ({ params, query }) => {
    refuseUnlessGranted();
    const stays = readStays(find(params.id), params.id);
    const withRegistrant = query.include_fields === 'registrant_id';
    return pageOf(stays, query, 'participants', (stay) => ({
      id: '',
      user_id: stay.user_id,
      name: stay.name,
      user_email: stay.email,
      join_time: stay.join_time,
      leave_time: stay.leave_time,
      duration: secondsOf(stay),
      status: stay.status,
      ...(stay.bo_mtg_id && { bo_mtg_id: stay.bo_mtg_id }),
      ...(withRegistrant && { registrant_id: stay.registrant_id ?? '' }),
    }));
  });

  function refuseUnlessGranted() {
    const state = faults().plan === 'basic' ? 'basic-plan' : attendance.current().reports;
    if (state !== 'granted') throw new ZoomError(400, ...refusals[state]);
  }

  /** By default, a report is missing for the first two minutes after the meeting and incomplete for the next four. */
  function readStays({ stays, end_time }: Instance, id: string): Stay[] {
    const { reportTiming } = attendance.current();
    const age = clock.now().getTime() - Date.parse(end_time ?? '');
    const isLate = reportTiming === 'growing' && age < firstReportMs;
    if (isLate || reportTiming === 'never' || stays.length < fewestParticipants) {
      throw unknownMeeting(id);
    }
    const isGrowing = reportTiming === 'growing' && age < wholeReportMs;
    return isGrowing ? stays.slice(0, Math.ceil(stays.length / 2)) : stays;
  }

  function find(id: string): Instance {
    // UUIDs that contain slashes arrive encoded twice, and Fastify decodes them only once.
    const isNamed = ({ uuid }: Instance) => uuid === id || encodeURIComponent(uuid) === id;
    const ended = store
      .all()
      .filter((meeting) => String(meeting.id) === id || meeting.instances.some(isNamed))
      .flatMap(({ instances }) => instances)
      .filter(({ end_time }) => end_time !== null);
    const named = ended.find(isNamed) ?? ended.at(-1);
    if (!named) throw unknownMeeting(id);
    return named;
  }
}

function secondsOf({ join_time, leave_time }: Stay): number {
  return Math.floor((Date.parse(leave_time ?? join_time) - Date.parse(join_time)) / 1000);
}
