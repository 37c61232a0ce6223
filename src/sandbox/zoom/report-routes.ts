import type { FastifyInstance } from 'fastify';
import { pageOf } from './paging.ts';
import { unknownMeeting, ZoomError } from './refusal.ts';
import type { ZoomContext } from './routes.ts';
import type { Instance, Stay } from './store.ts';
import type { AttendanceSwitches } from './switches.ts';

interface OfInstance {
  Params: { id: string };
  Querystring: Record<string, string>;
}

const scopes = ['report:read:admin', 'report:read:list_meeting_participants:admin'];
const minute = 60_000;
const firstReportMs = 2 * minute;
const wholeReportMs = 6 * minute;
/** Nobody gets a report of a meeting in which somebody was alone. */
const fewestParticipants = 2;

type Reports = ReturnType<AttendanceSwitches['current']>['reports'];
const noScope = `Invalid access token, does not contain scopes:[${scopes.join(', ')}].`;
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

/** Who was there, once it is over. A meeting's id stands for its last holding. */
export function serveReports(
  app: FastifyInstance,
  { store, clock, faults, attendance }: ZoomContext,
): void {
  app.get<OfInstance>('/zoom/v2/report/meetings/:id/participants', ({ params, query }) => {
    refuseUnlessGranted();
    const stays = readStays(find(params.id), params.id);
    const withRegistrant = query.include_fields?.split(',').includes('registrant_id') ?? false;
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

  app.get<OfInstance>('/zoom/v2/past_meetings/:id/participants', ({ params, query }) => {
    const { stays } = find(params.id);
    return pageOf(stays, query, 'participants', ({ name, email }) => ({
      id: '',
      name,
      user_email: email,
    }));
  });

  function refuseUnlessGranted() {
    const { scope: granted, plan } = faults();
    const ofToken = granted.split(' ');
    const hasScope = scopes.some((scope) => ofToken.includes(scope));
    const ofPlan = plan === 'basic' ? 'basic-plan' : attendance.current().reports;
    const state = hasScope ? ofPlan : 'no-scope';
    if (state !== 'granted') throw new ZoomError(400, ...refusals[state]);
  }

  /** For some minutes there is none, and then it has only those who joined first. */
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
    const ended = store
      .all()
      .filter((meeting) => String(meeting.id) === id || hasInstance(meeting.instances, id))
      .flatMap(({ instances }) => instances)
      .filter(({ end_time }) => end_time !== null);
    const named = ended.find(({ uuid }) => isNamed(uuid, id)) ?? ended.at(-1);
    if (!named) throw unknownMeeting(id);
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
