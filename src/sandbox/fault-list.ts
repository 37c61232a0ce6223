import { choice, testOnly, toggle } from './faults.ts';
import type { DailyLimitForm } from './zoom/limits.ts';
import type { ZoomUser } from './zoom/users.ts';

const arrivals = { 'right away': 0, '30 seconds late': 30, '5 minutes late': 300 };

/** Faults that any HTTP API can have. */
const apiFaults = {
  status: choice('API calls', 'The portal slows down and tries again.', {
    work: undefined,
    'get 429 (too many calls)': 429,
    'get 500 (server error)': 500,
  }),
  delayMs: testOnly<number>(0),
  /** The `Retry-After` header in seconds, sent along with `status`. */
  retryAfter: testOnly<number | undefined>(undefined),
  /** Behaves like a proxy that responds to every call with an HTML page and status 200. */
  html: testOnly<boolean>(false),
  /** Responses are cut off halfway through the body, but look complete. */
  half: testOnly<boolean>(false),
};

const mail = {
  down: toggle('The server is down (421)', 'Emails wait and are retried. Problems shows why.'),
  deliverySeconds: choice<number>(
    'Emails arrive',
    'The portal can’t tell. Login links come late.',
    arrivals,
  ),
  recipients: choice(
    'Recipients',
    'Emails to full or greylisted mailboxes are retried. Staff see unknown addresses.',
    {
      'are accepted': undefined,
      'are unknown (550)': 'unknown',
      'have full mailboxes (452)': 'full',
      'are refused on the first try (451)': 'greylisted',
    },
  ),
  noTls: toggle('TLS isn’t offered', 'All emails go on hold. None is sent unencrypted.'),
  refusesLogin: toggle('The password is wrong (535)', 'Emails go on hold, and admins hear why.'),
  refusesSender: toggle('The sender’s address is refused (553)', 'All emails go on hold.'),
  /** Amazon SES and Microsoft 365 reject the sender only at this point. */
  refusesSenderAfterData: choice(
    'After reading an email, the server',
    'All emails go on hold, since each would fail the same way.',
    {
      'accepts its sender': undefined,
      'says its sender isn’t verified (554)': 'unverified',
      'says the account can’t send as this sender (554)': 'send-as-denied',
    },
  ),
  overQuota: toggle('The daily quota is used up (454)', 'Emails wait until the server has room.'),
  answerSeconds: choice<number>(
    'The server confirms an email',
    'The portal waits for it and doesn’t send twice.',
    { 'right away': 0, 'after 30 seconds': 30, 'after 2 minutes, which is too late': 120 },
  ),
  deniesRelay: toggle('Emails to other servers are refused (554)', 'All emails go on hold.'),
  refusesContent: toggle(
    'Emails look like spam (554)',
    'They fail, and staff can send them again.',
  ),
};

const twilio = {
  down: toggle('Twilio is down', 'Texts wait and are retried while they’re useful.'),
  ...apiFaults,
  deliverySeconds: choice<number>('Texts arrive', 'Outdated texts aren’t delivered.', arrivals),
  failsWith: choice<number | null>(
    'Texts',
    'The person’s page and Problems say that the text didn’t arrive, and why.',
    {
      'are delivered': null,
      'reach a phone that is off (30003)': 30003,
      'go to an unknown number (30005)': 30005,
      'go to a landline (30006)': 30006,
      'are filtered by a carrier (30007)': 30007,
      'come from an unregistered sender (30034)': 30034,
    },
  ),
  /** Countries are identified by the prefix of the phone number. */
  countries: choice<string[]>(
    'The account can text',
    'Texts to other countries go on hold, and admins hear which country is missing.',
    {
      'the United States and Canada': ['+1'],
      'the United States, Canada and Germany': ['+1', '+49'],
      'Germany only': ['+49'],
    },
  ),
  /** Unless the campaign is verified, carriers drop every text from an ordinary number to a US phone. */
  campaign: choice(
    'The carriers’ campaign registration',
    'Setup says so, and no text gets through: carriers drop unregistered ones (30034).',
    {
      'is verified': 'VERIFIED',
      'is in review': 'IN_PROGRESS',
      failed: 'FAILED',
      'is missing': 'none',
    },
  ),
  account: choice<{ status?: string; type?: string }>(
    'The account',
    'Setup says so. A trial account only texts confirmed numbers.',
    {
      'is active and paid for': {},
      'is a trial': { type: 'Trial' },
      'is suspended': { status: 'suspended' },
    },
  ),
  emptyServices: toggle('The Messaging Services have no number', 'All texts go on hold (21703).'),
  advancedOptOut: toggle('Advanced Opt-Out is on', 'ALTO, COMENZAR and AYUDA work too.'),
  losesAnswers: toggle('Responses get lost', 'The portal asks Twilio before it resends.'),
  reportsFirst: toggle('Reports come before the response', 'The portal still matches them.'),
  reportsBackwards: toggle('Reports come out of order', 'A delivered text stays delivered.'),
  reportsTwice: toggle('Every report comes twice', 'The second one changes nothing.'),
  refusesLocalCallbacks: toggle('Reports to this computer are refused', 'As in real life (21609).'),
  /** Replaces the single number of each Messaging Service. */
  serviceNumbers: testOnly<string[] | undefined>(undefined),
  /** Overrides fields of phone numbers and Messaging Services. */
  senders: testOnly<object>({}),
};

type UserChange = Partial<Pick<ZoomUser, 'type' | 'status' | 'timezone'>>;

const zoom = {
  down: toggle('Zoom is down', 'Students still pick classes. Join links come later.'),
  ...apiFaults,
  plan: toggle('The plan is Basic', 'Students get the shared link, and admins hear why.', 'basic'),
  host: choice<UserChange>(
    'The host',
    'Zoom work goes on hold until an admin fixes it. Problems says how.',
    {
      'has a license': {},
      'has no license': { type: 1 },
      'can’t host meetings': { type: 99 },
    },
  ),
  scope: choice<string>('The app', 'That work goes on hold. Setup names the missing scope.', {
    'has every scope': 'meeting:write:admin meeting:read:admin report:read:admin user:read:admin',
    'can’t read reports': 'meeting:write:admin meeting:read:admin user:read:admin',
    'can’t write': 'meeting:read:admin report:read:admin user:read:admin',
  }),
  scopeCode: toggle('A missing scope is error 4700', 'As in older apps, not 4711.', 4700, 4711),
  meetingsPerDay: choice<number | undefined>(
    'Meetings a host can create per day',
    'Past the limit, new classes get their meeting on Zoom’s next day.',
    { 'are plenty': undefined, 'are 100': 100, 'are used up': 0 },
  ),
  dailyLimit: choice<DailyLimitForm>(
    'The daily limit',
    'However Zoom reports it, the portal waits for the next day.',
    {
      'is reported with headers': 'headers',
      'is reported without headers': 'bare',
      'is reported as status 300': '300',
    },
  ),
  addsAcrossMeetings: toggle(
    'A person’s three adds per day count across all meetings',
    'Students who pick many classes get some join links a day later.',
  ),
  capacity: toggle<number, number>(
    'Meetings are full',
    'The last students get no join link, and staff hear about it.',
    0,
    4999,
  ),
  waitingRoomLocked: toggle('The waiting room is locked on', 'The class’s page shows who waits.'),
  signIn: choice(
    'Signing in to Zoom is required',
    'The portal asks Zoom to turn it off. If it’s locked, the class says so.',
    { 'only if asked': undefined, 'by default': 'default', always: 'locked' },
  ),
  noPasscodes: toggle('Passcodes are locked off', 'Zoom puts everyone in a waiting room.'),
  endsOtherMeeting: toggle('A host’s second meeting ends the first', 'Zoom doesn’t ask first.'),
  listLagSeconds: toggle<number, number>(
    'New meetings show up in the host’s list a minute late',
    'If a response gets lost, a class may have two meetings until the nightly cleanup.',
    60,
    0,
  ),
  noOtherMeetings: toggle('The host has only the portal’s meetings', 'Nothing changes.'),
  noSecondLimits: toggle('Calls per second aren’t limited', 'No real account has this.'),
  /** Users to add or change, by email. Null deletes the user. */
  users: testOnly<Record<string, UserChange | null>>({}),
  /** New tokens don't list their scopes. */
  namesNoScopes: testOnly<boolean>(false),
  /** Revokes all existing tokens once. */
  revokeTokens: testOnly<boolean>(false),
};

const attendance = {
  reports: choice(
    'Attendance reports',
    'Only what was seen live counts, and the dashboard says why.',
    {
      'are available': 'granted',
      'are refused: Basic plan (200)': 'basic-plan',
      'are refused: scope missing (4711)': 'no-scope',
      'are refused: scope missing, older app (4700)': 'no-scope-old-app',
      'are refused: the user can’t host (3161)': 'no-hosting',
      'are refused: user of another account (1010)': 'other-account',
    },
  ),
  reportTiming: choice('Reports come', 'The portal rereads a report until it stops changing.', {
    'after two minutes, and grow for four more': 'growing',
    'right away and complete': 'at-once',
    never: 'never',
  }),
  webhooks: choice(
    'Zoom reports joining and leaving',
    'The portal recomputes attendance after every event, in any order.',
    {
      'right away': 'in-order',
      'in the wrong order': 'out-of-order',
      'only after the end': 'late',
      twice: 'twice',
      never: 'never',
    },
  ),
  host: toggle(
    'The host never starts classes that the clock skips past',
    'Students get an apology and new times, and Problems says that no one started the class.',
    'never-comes',
    'comes',
  ),
  door: toggle(
    'People wait until the host admits them',
    'Waiting doesn’t count as attending. Admit people under Meetings.',
    'waiting-room',
    'open',
  ),
  sharedLink: toggle(
    'The shared link lets anyone in under any name',
    'A class’s page shows unknown guests, and an editor says who they were.',
    'lets-in',
    'registers',
  ),
};

/**
 * All faults. The controls on the demo pages, the API to set them, and the vendors' behavior are based on this list.
 */
export const vendors = {
  mail: { name: 'Email server', path: '/smtp/faults', faults: mail },
  twilio: { name: 'Twilio', path: '/twilio/faults', faults: twilio },
  zoom: { name: 'Zoom', path: '/zoom/faults', faults: zoom },
  attendance: { name: 'Zoom attendance', path: '/zoom/attendance', faults: attendance },
};
