import type { VendorSwitch } from './vendor-switches.ts';

const usual = (label: string) => ({ label });

export const zoomSwitches: readonly VendorSwitch[] = [
  {
    field: 'down',
    label: 'Zoom',
    effect: 'Choosing a class still works; the meeting and the join link come once Zoom is back.',
    choices: [usual('answers'), { label: 'is down', value: true }],
  },
  {
    field: 'status',
    label: 'Every call',
    effect: 'The portal slows down and tries again.',
    choices: [
      usual('is carried out'),
      { label: 'is one too many (429)', value: 429 },
      { label: 'fails (500)', value: 500 },
    ],
  },
  {
    field: 'plan',
    label: 'The plan',
    effect:
      'No registration and no reports: students get the class’s shared link, and admins are told.',
    choices: [usual('is Pro'), { label: 'is Basic', value: 'basic' }],
  },
  {
    field: 'host',
    label: 'The host',
    effect: 'Work at Zoom pauses until an admin has mended it; the page Problems says how.',
    choices: [
      usual('has a licence'),
      { label: 'has no licence', value: { type: 1 } },
      { label: 'may hold no meetings', value: { type: 99 } },
    ],
  },
  {
    field: 'scope',
    label: 'The app',
    effect: 'What it lacks pauses, and the page Setup names the missing scope.',
    choices: [
      usual('has every scope'),
      {
        label: 'may not read reports',
        value: 'meeting:write:admin meeting:read:admin user:read:admin',
      },
      { label: 'may not write', value: 'meeting:read:admin report:read:admin user:read:admin' },
    ],
  },
  {
    field: 'scopeCode',
    label: 'A missing scope',
    effect: 'As older apps are told it.',
    choices: [usual('is 4711'), { label: 'is 4700', value: 4700 }],
  },
  {
    field: 'meetingsPerDay',
    label: 'Meetings that a host may make in a day',
    effect: 'Beyond it, new classes wait for their meeting until Zoom’s next day.',
    choices: [
      usual('are plenty'),
      { label: 'are a hundred', value: 100 },
      { label: 'are used up', value: 0 },
    ],
  },
  {
    field: 'dailyLimit',
    label: 'The daily limit',
    effect: 'However it is told, the portal waits for the next day.',
    choices: [
      usual('is told with headers'),
      { label: 'is told without headers', value: 'bare' },
      { label: 'is told as a status of 300', value: '300' },
    ],
  },
  {
    field: 'addsAcrossMeetings',
    label: 'The three adds a day of one person',
    effect: 'Whoever chooses many classes gets some of the join links a day later.',
    choices: [usual('count for each meeting'), { label: 'count for all meetings', value: true }],
  },
  {
    field: 'capacity',
    label: 'Meetings',
    effect: 'Whoever comes last gets no link of their own, and staff are told.',
    choices: [usual('have room for 4999'), { label: 'are full', value: 0 }],
  },
  {
    field: 'waitingRoomLocked',
    label: 'The waiting room',
    effect: 'The door list says so, and a class’s page shows who waits.',
    choices: [usual('is as asked'), { label: 'is locked on', value: true }],
  },
  {
    field: 'signIn',
    label: 'Only people signed in to Zoom',
    effect: 'The portal asks for the opposite. Where it is locked, the class says so.',
    choices: [
      usual('as asked'),
      { label: 'by default', value: 'default' },
      { label: 'locked on', value: 'locked' },
    ],
  },
  {
    field: 'noPasscodes',
    label: 'Passcodes',
    effect: 'Without one, Zoom puts everyone into a waiting room, and the class says so.',
    choices: [usual('are as asked'), { label: 'are locked off', value: true }],
  },
  {
    field: 'endsOtherMeeting',
    label: 'A second meeting of a host',
    effect: 'Starting it throws everybody out of the first.',
    choices: [usual('asks first'), { label: 'ends the other', value: true }],
  },
  {
    field: 'listLagSeconds',
    label: 'New meetings in the host’s list',
    effect: 'A class whose answer was lost may get a second meeting, until the night.',
    choices: [usual('are there at once'), { label: 'come after a minute', value: 60 }],
  },
  {
    field: 'noOtherMeetings',
    label: 'The host’s list',
    effect: 'Nothing changes: the portal leaves alone what is not its own.',
    choices: [usual('has other meetings too'), { label: 'has only the portal’s', value: true }],
  },
  {
    field: 'noSecondLimits',
    label: 'Calls in a second',
    effect: 'As no real account has it.',
    choices: [usual('are limited'), { label: 'are not counted', value: true }],
  },
];

export const attendanceSwitches: readonly VendorSwitch[] = [
  {
    field: 'reports',
    label: 'Reports of who came',
    effect: 'What was seen live counts alone, and the dashboard says why.',
    choices: [
      { label: 'are given out', value: 'granted' },
      { label: 'are refused: Basic plan (200)', value: 'basic-plan' },
      { label: 'are refused: scope missing (4711)', value: 'no-scope' },
      { label: 'are refused: scope missing, older app (4700)', value: 'no-scope-old-app' },
      { label: 'are refused: the user may not host (3161)', value: 'no-hosting' },
      { label: 'are refused: user of another account (1010)', value: 'other-account' },
    ],
  },
  {
    field: 'reportTiming',
    label: 'They come',
    effect: 'The portal reads a report until it says the same twice.',
    choices: [
      { label: 'after two minutes, and grow for four more', value: 'growing' },
      { label: 'at once and complete', value: 'at-once' },
      { label: 'never', value: 'never' },
    ],
  },
  {
    field: 'webhooks',
    label: 'Joining and leaving is told',
    effect: 'Attendance is worked out anew whenever something is heard, in whatever order.',
    choices: [
      { label: 'at once', value: 'in-order' },
      { label: 'leaving first', value: 'out-of-order' },
      { label: 'only after the end', value: 'late' },
      { label: 'twice', value: 'twice' },
      { label: 'never', value: 'never' },
    ],
  },
  {
    field: 'host',
    label: 'The host',
    effect:
      'Students get an apology and new times, and Problems says that nobody started the class.',
    choices: [
      { label: 'starts each class that the clock comes past', value: 'comes' },
      { label: 'starts none of them', value: 'never-comes' },
    ],
  },
  {
    field: 'door',
    label: 'Whoever joins',
    effect: 'Waiting is no attendance; the host admits people under Meetings.',
    choices: [
      { label: 'comes into the room', value: 'open' },
      { label: 'waits until the host admits them', value: 'waiting-room' },
    ],
  },
  {
    field: 'sharedLink',
    label: 'The shared link',
    effect: 'A class’s page shows unknown guests, and an editor says who they were.',
    choices: [
      { label: 'asks people to register', value: 'registers' },
      { label: 'lets anybody in under any name', value: 'lets-in' },
    ],
  },
];
