import { choice, testOnly, toggle } from './faults.ts';
import type { DailyLimitForm } from './zoom/limits.ts';
import type { ZoomUser } from './zoom/users.ts';

const arrivals = { 'right away': 0, '30 seconds late': 30, '5 minutes late': 300 };

const apiFaults = {
  status: choice('API calls', 'The portal slows down and tries again.', {
    work: undefined,
    'get 429 (too many calls)': 429,
    'get 500 (server error)': 500,
  }),
  delayMs: testOnly<number>(0),
  /** The `Retry-After` header in seconds. Only sent if `status` is set. */
  retryAfter: testOnly<number | undefined>(undefined),
  /** Behaves like a proxy that responds to every call with an HTML page and status 200. */
  html: testOnly<boolean>(false),
  /** Cuts off every response halfway through the body, but makes it look complete. */
  half: testOnly<boolean>(false),
};

const mail = {
  down: toggle('The server is down (421)', 'The portal retries, and the Problems page says why.'),
  deliverySeconds: choice<number>(
    'Emails arrive',
    'The portal can’t detect this. Login links just arrive late.',
    arrivals,
  ),
  recipients: choice(
    'Recipients',
    'The portal retries if a mailbox is full or a first try is rejected. Staff see which addresses are unknown.',
    {
      'are accepted': undefined,
      'are unknown (550)': 'unknown',
      'have full mailboxes (452)': 'full',
      'are rejected on the first try (451)': 'greylisted',
    },
  ),
  noTls: toggle('The server doesn’t offer TLS', 'Emails go on hold. None go out unencrypted.'),
  refusesLogin: toggle('The password is wrong (535)', 'Emails go on hold, and admins see why.'),
  refusesSender: toggle('The server rejects the sender’s address (553)', 'All emails go on hold.'),
  /** Amazon SES and Microsoft 365 don't reject the sender until they have read the email. */
  refusesSenderAfterData: choice(
    'After reading an email, the server',
    'All emails go on hold, because each one would fail the same way.',
    {
      'accepts the sender': undefined,
      'says the sender isn’t verified (554)': 'unverified',
      'says the account can’t send as this sender (554)': 'send-as-denied',
    },
  ),
  overQuota: toggle('The daily quota is used up (454)', 'Emails wait until the quota resets.'),
  answerSeconds: choice<number>(
    'The server confirms an email',
    'The portal waits up to 90 seconds. If it gives up, it sends the email again.',
    { 'right away': 0, 'after 30 seconds': 30, 'after 2 minutes, which is too late': 120 },
  ),
  deniesRelay: toggle('The server rejects emails to other servers (554)', 'All emails go on hold.'),
  refusesContent: toggle(
    'The server treats emails as spam (554)',
    'These emails fail, and staff can send them again.',
  ),
};

const twilio = {
  down: toggle('Twilio is down', 'The portal retries texts as long as they’re useful.'),
  ...apiFaults,
  deliverySeconds: choice<number>('Texts arrive', 'Twilio drops expired texts.', arrivals),
  failsWith: choice<number | null>(
    'Texts',
    'The person’s page and the Problems page say why the text didn’t arrive.',
    {
      'are delivered': null,
      'go to a phone that is off (30003)': 30003,
      'go to an unknown number (30005)': 30005,
      'go to a landline (30006)': 30006,
      'are filtered by a carrier (30007)': 30007,
      'come from an unregistered sender (30034)': 30034,
    },
  ),
  /** Countries are given as the prefixes of their phone numbers. */
  countries: choice<string[]>(
    'The account can text',
    'Texts to other countries go on hold, and admins see which country is missing.',
    {
      'the United States and Canada': ['+1'],
      'the United States, Canada and Germany': ['+1', '+49'],
      'Germany only': ['+49'],
    },
  ),
  /** Unless the campaign is verified, carriers drop every text from an ordinary number to a US phone. */
  campaign: choice(
    'The carriers’ campaign registration',
    'The Setup page warns about it. No texts get through, because carriers drop unregistered ones (30034).',
    {
      'is verified': 'VERIFIED',
      'is in review': 'IN_PROGRESS',
      failed: 'FAILED',
      'is missing': 'none',
    },
  ),
  account: choice<{ status?: string; type?: string }>(
    'The account',
    'The Setup page warns about it. A trial account can only text verified numbers.',
    {
      'is active and paid for': {},
      'is a trial': { type: 'Trial' },
      'is suspended': { status: 'suspended' },
    },
  ),
  emptyServices: toggle('The Messaging Services have no number', 'All texts go on hold (21703).'),
  advancedOptOut: toggle('Advanced Opt-Out is on', 'ALTO, COMENZAR and AYUDA work too.'),
  losesAnswers: toggle('Responses get lost', 'The portal asks Twilio before it resends a text.'),
  reportsFirst: toggle('Reports arrive before the response', 'This doesn’t confuse the portal.'),
  reportsBackwards: toggle('Reports arrive out of order', 'A delivered text stays delivered.'),
  reportsTwice: toggle('Every report arrives twice', 'The second one changes nothing.'),
  refusesLocalCallbacks: toggle('Reports to this computer fail', 'Real Twilio does this (21609).'),
  serviceNumbers: testOnly<string[] | undefined>(undefined),
  senders: testOnly<object>({}),
};

type UserChange = Partial<Pick<ZoomUser, 'type' | 'status' | 'timezone'>>;

const zoom = {
  down: toggle('Zoom is down', 'Students can still pick classes. Their join links arrive later.'),
  ...apiFaults,
  plan: toggle('The plan is Basic', 'Students get the shared link, and admins see why.', 'basic'),
  host: choice<UserChange>(
    'The host',
    'Calls to Zoom go on hold until an admin fixes this. The Problems page says how.',
    {
      'has a license': {},
      'has no license': { type: 1 },
      'can’t host meetings': { type: 99 },
    },
  ),
  scope: choice<string>('The app', 'Calls go on hold. The Setup page names the missing scope.', {
    'has every scope': 'meeting:write:admin meeting:read:admin report:read:admin user:read:admin',
    'can’t read reports': 'meeting:write:admin meeting:read:admin user:read:admin',
    'can’t write': 'meeting:read:admin report:read:admin user:read:admin',
  }),
  scopeCode: toggle('Missing scopes cause error 4700', 'Older apps get this code.', 4700, 4711),
  meetingsPerDay: choice<number | undefined>(
    'A host’s daily limit for new meetings',
    'Once it’s reached, new classes get their meetings the next day.',
    { 'is high': undefined, 'is 100': 100, 'is reached': 0 },
  ),
  dailyLimit: choice<DailyLimitForm>(
    'The daily limit',
    'The portal waits until the next day, however Zoom reports the limit.',
    {
      'is reported with headers': 'headers',
      'is reported without headers': 'bare',
      'is reported as status 300': '300',
    },
  ),
  addsAcrossMeetings: toggle(
    'A person can be added to only three meetings per day',
    'Students who pick many classes get some join links a day later.',
  ),
  capacity: toggle<number, number>(
    'Meetings are full',
    'New students don’t get a join link, and staff see who they are.',
    0,
    4999,
  ),
  waitingRoomLocked: toggle('Waiting rooms are always on', 'The class page shows who’s waiting.'),
  signIn: choice(
    'Signing in to Zoom is required',
    'The portal asks Zoom to turn this off. If it’s locked, the class page says so.',
    { 'only if requested': undefined, 'by default': 'default', always: 'locked' },
  ),
  noPasscodes: toggle('Passcodes are always off', 'Zoom puts everyone in a waiting room.'),
  endsOtherMeeting: toggle(
    'Starting a host’s second meeting ends the first',
    'Zoom doesn’t ask first.',
  ),
  listLagSeconds: toggle<number, number>(
    'New meetings take a minute to show up in the host’s list',
    'If a response gets lost, a class may have two meetings until the nightly cleanup.',
    60,
    0,
  ),
  noSecondLimits: toggle('Calls per second aren’t limited', 'Every real account has limits.'),
  meetingCapacity: testOnly<number | null>(100),
  /** Users to add or change, keyed by email. Null deletes a user. */
  users: testOnly<Record<string, UserChange | null>>({}),
  namesNoScopes: testOnly<boolean>(false),
  revokeTokens: testOnly<boolean>(false),
};

const attendance = {
  reports: choice(
    'Attendance reports',
    'Only live attendance counts, and the dashboard says why.',
    {
      'are available': 'granted',
      'are denied: Basic plan (200)': 'basic-plan',
      'are denied: scope missing (4711)': 'no-scope',
      'are denied: scope missing, older app (4700)': 'no-scope-old-app',
      'are denied: the user can’t host (3161)': 'no-hosting',
      'are denied: user in another account (1010)': 'other-account',
    },
  ),
  reportTiming: choice('Reports arrive', 'The portal keeps checking until they stop changing.', {
    'after two minutes, and grow for four more': 'growing',
    'right away and complete': 'at-once',
    never: 'never',
  }),
  webhooks: choice(
    'Zoom tells us who joins and leaves',
    'The portal recomputes attendance after every event, so the order doesn’t matter.',
    {
      'right away': 'in-order',
      'in the wrong order': 'out-of-order',
      'only after the meeting ends': 'late',
      twice: 'twice',
      never: 'never',
    },
  ),
  host: toggle(
    'The host never starts classes that the clock skips past',
    'Students get an apology and new times, and the Problems page says that no one started the class.',
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
    'The class page shows unknown guests, and staff can say who they were.',
    'lets-in',
    'registers',
  ),
};

export const vendors = {
  mail: { name: 'Email server', path: '/smtp/faults', faults: mail },
  twilio: { name: 'Twilio', path: '/twilio/faults', faults: twilio },
  zoom: { name: 'Zoom', path: '/zoom/faults', faults: zoom },
  attendance: { name: 'Zoom attendance', path: '/zoom/attendance', faults: attendance },
};
