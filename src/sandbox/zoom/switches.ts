import type { FastifyInstance } from 'fastify';
import { usualFaults } from '../faults.ts';
import { choice, openSwitches, toggle } from '../switches.ts';
import type { ZoomUser } from './users.ts';

type UserChange = Partial<Pick<ZoomUser, 'type' | 'status' | 'timezone'>>;

/** How a limit by the day is reported: with both headers, without any, or where possible as a status of 300. */
export type DailyLimitForm = 'headers' | 'bare' | '300';

const allScopes = 'meeting:write:admin meeting:read:admin report:read:admin user:read:admin';

const switches = {
  down: toggle('Zoom is down', 'Choosing a class works; its join link comes once Zoom is back.'),
  status: choice('Every call', 'The portal slows down and tries again.', {
    'is carried out': undefined,
    'is one too many (429)': 429,
    'fails (500)': 500,
  }),
  plan: toggle(
    'The plan is Basic',
    'No registration and no reports: students get the class’s shared link, and admins are told.',
    'basic',
  ),
  host: choice<UserChange>(
    'The host',
    'Work at Zoom pauses until an admin fixes it; the page Problems says how.',
    {
      'has a license': {},
      'has no license': { type: 1 },
      'may hold no meetings': { type: 99 },
    },
  ),
  scope: choice<string>(
    'The app',
    'What it lacks pauses, and the page Setup names the missing scope.',
    {
      'has every scope': allScopes,
      'may not read reports': 'meeting:write:admin meeting:read:admin user:read:admin',
      'may not write': 'meeting:read:admin report:read:admin user:read:admin',
    },
    // A token keeps the scopes that it was issued with.
    { revokeTokens: true },
  ),
  scopeCode: toggle('A missing scope is 4700', 'As older apps are told, not 4711.', 4700, 4711),
  meetingsPerDay: choice<number | undefined>(
    'Meetings that a host may make in a day',
    'Beyond the limit, new classes wait for their meeting until Zoom’s next day.',
    { 'are plenty': undefined, 'are a hundred': 100, 'are used up': 0 },
  ),
  dailyLimit: choice<DailyLimitForm>(
    'The daily limit',
    'However Zoom reports it, the portal waits for the next day.',
    {
      'is reported with headers': 'headers',
      'is reported without headers': 'bare',
      'is reported as a status of 300': '300',
    },
  ),
  addsAcrossMeetings: toggle(
    'The three adds a day of one person count for all meetings',
    'Students who choose many classes get some of the join links a day later.',
  ),
  capacity: toggle<number, number>(
    'Meetings are full',
    'Students who come last get no link of their own, and staff are told.',
    0,
    4999,
  ),
  waitingRoomLocked: toggle('The waiting room is locked on', 'A class’s page shows who waits.'),
  signIn: choice(
    'Only people signed in to Zoom',
    'The portal asks for the opposite. Where it is locked, the class says so.',
    { 'as asked': undefined, 'by default': 'default', 'locked on': 'locked' },
  ),
  noPasscodes: toggle('Passcodes are locked off', 'Zoom puts everyone into a waiting room.'),
  endsOtherMeeting: toggle('A host’s second meeting ends the first', 'Zoom does not ask before.'),
  listLagSeconds: toggle<number, number>(
    'New meetings are a minute late in the host’s list',
    'A class whose answer was lost may have a second meeting until the night.',
    60,
    0,
  ),
  noOtherMeetings: toggle('The host has only the portal’s meetings', 'Nothing changes.'),
  noSecondLimits: toggle('Calls in a second are not counted', 'No real account has this.'),
};

export function openZoomSwitches(app: FastifyInstance, revokeTokens: () => void) {
  const opened = openSwitches(app, switches, {
    name: 'Zoom',
    path: '/zoom/faults',
    more: {
      ...usualFaults,
      /** Users that are added or changed, by their email; null for one who was deleted. */
      users: {} as Record<string, UserChange | null>,
      /** A new token does not name its scopes. */
      namesNoScopes: false,
      /** Once: revokes every token issued so far. */
      revokeTokens: false,
    },
  });
  opened.onChange((changes) => {
    if (changes.revokeTokens) revokeTokens();
    delete changes.revokeTokens;
  });
  return opened;
}

export type ZoomFaults = ReturnType<ReturnType<typeof openZoomSwitches>['current']>;

const attendanceSwitches = {
  reports: choice(
    'Reports of who came',
    'Only what was seen live counts, and the dashboard says why.',
    {
      'are given out': 'granted',
      'are refused: Basic plan (200)': 'basic-plan',
      'are refused: scope missing (4711)': 'no-scope',
      'are refused: scope missing, older app (4700)': 'no-scope-old-app',
      'are refused: the user may not host (3161)': 'no-hosting',
      'are refused: user of another account (1010)': 'other-account',
    },
  ),
  reportTiming: choice('They come', 'The portal reads a report until it says the same twice.', {
    'after two minutes, and grow for four more': 'growing',
    'at once and complete': 'at-once',
    never: 'never',
  }),
  webhooks: choice(
    'Joining and leaving is reported',
    'The portal works out attendance anew at each event, in whatever order they come.',
    {
      'at once': 'in-order',
      'leaving first': 'out-of-order',
      'only after the end': 'late',
      twice: 'twice',
      never: 'never',
    },
  ),
  host: toggle(
    'The host starts no class that the clock comes past',
    'Students get an apology and new times, and Problems says that nobody started the class.',
    'never-comes',
    'comes',
  ),
  door: toggle(
    'People who join wait until the host admits them',
    'Waiting is no attendance; the host admits people under Meetings.',
    'waiting-room',
    'open',
  ),
  sharedLink: toggle(
    'The shared link lets anybody in under any name',
    'A class’s page shows unknown guests, and an editor says who they were.',
    'lets-in',
    'registers',
  ),
};

/** How Zoom reports who came. */
export function openAttendanceSwitches(app: FastifyInstance) {
  return openSwitches(app, attendanceSwitches, {
    name: 'Zoom: who came',
    path: '/zoom/attendance',
    more: {},
    isPartial: true,
  });
}

export type AttendanceSwitches = ReturnType<typeof openAttendanceSwitches>;
