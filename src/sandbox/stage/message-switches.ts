import type { VendorSwitch } from './vendor-switches.ts';

const usual = (label: string) => ({ label });

export const mailSwitches: readonly VendorSwitch[] = [
  {
    field: 'down',
    label: 'The server',
    effect: 'Mails wait in the portal and are tried again; staff see it under Problems.',
    choices: [usual('takes connections'), { label: 'is down (421)', value: true }],
  },
  {
    field: 'deliverySeconds',
    label: 'Mails arrive',
    effect: 'The portal has sent them and knows no more; a login link comes late.',
    choices: [
      usual('at once'),
      { label: 'half a minute late', value: 30 },
      { label: 'five minutes late', value: 300 },
    ],
  },
  {
    field: 'recipients',
    label: 'Recipients',
    effect: 'A full or greylisted mailbox is tried again later; of an unknown one staff are told.',
    choices: [
      usual('are taken'),
      { label: 'are unknown (550)', value: 'unknown' },
      { label: 'have full mailboxes (452)', value: 'full' },
      { label: 'are refused at the first try (451)', value: 'greylisted' },
    ],
  },
  {
    field: 'noTls',
    label: 'TLS',
    effect: 'The portal sends nothing in the clear: all mails are held until it is back.',
    choices: [usual('is offered'), { label: 'is not offered', value: true }],
  },
  {
    field: 'refusesLogin',
    label: 'The password',
    effect: 'All mails are held, and admins are told to correct the settings.',
    choices: [usual('is accepted'), { label: 'is refused (535)', value: true }],
  },
  {
    field: 'refusesSender',
    label: 'The sender’s address',
    effect: 'All mails are held: none of them would be taken.',
    choices: [usual('is accepted'), { label: 'is refused (553)', value: true }],
  },
  {
    field: 'refusesSenderAfterData',
    label: 'After reading a mail, the server',
    effect: 'All mails are held: the same would happen to every one of them.',
    choices: [
      usual('accepts its sender'),
      { label: 'says that its sender is not verified (554)', value: 'unverified' },
      { label: 'says that the login may not send as it (554)', value: 'send-as-denied' },
    ],
  },
  {
    field: 'overQuota',
    label: 'The day’s quota',
    effect: 'All mails are held, and go out by themselves once the server takes more.',
    choices: [usual('is not reached'), { label: 'is used up (454)', value: true }],
  },
  {
    field: 'answerSeconds',
    label: 'The answer to a mail',
    effect: 'The portal waits for it, and sends nothing twice.',
    choices: [
      usual('comes at once'),
      { label: 'comes after half a minute', value: 30 },
      { label: 'comes after two minutes: too late', value: 120 },
    ],
  },
  {
    field: 'deniesRelay',
    label: 'Mails to other servers',
    effect: 'All mails are held: the server takes mail for its own people only.',
    choices: [usual('are passed on'), { label: 'are refused (554)', value: true }],
  },
  {
    field: 'refusesContent',
    label: 'What mails say',
    effect: 'The mail has failed for good, and staff can send it again.',
    choices: [usual('is not read'), { label: 'is taken for spam (554)', value: true }],
  },
];

export const twilioSwitches: readonly VendorSwitch[] = [
  {
    field: 'down',
    label: 'Twilio',
    effect: 'Texts wait in the portal and are tried again while they are of use.',
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
    field: 'deliverySeconds',
    label: 'Texts arrive',
    effect: 'What is of no use any more by then is not delivered at all.',
    choices: [
      usual('at once'),
      { label: 'half a minute late', value: 30 },
      { label: 'five minutes late', value: 300 },
    ],
  },
  {
    field: 'failsWith',
    label: 'Texts',
    effect: 'The person’s page and Problems say that the text has not arrived, and why.',
    choices: [
      usual('are delivered'),
      { label: 'find the phone off (30003)', value: 30003 },
      { label: 'go to an unknown number (30005)', value: 30005 },
      { label: 'go to a landline (30006)', value: 30006 },
      { label: 'are filtered by a carrier (30007)', value: 30007 },
      { label: 'come from an unregistered sender (30034)', value: 30034 },
    ],
  },
  {
    field: 'countries',
    label: 'The account may send to',
    effect: 'Texts to other countries are held, and an admin is told which country is missing.',
    choices: [
      usual('the United States and Canada'),
      { label: 'the United States, Canada and Germany', value: ['+1', '+49'] },
      { label: 'Germany only', value: ['+49'] },
    ],
  },
  {
    field: 'campaign',
    label: 'The campaign at the carriers',
    effect: 'Setup says so, and no text reaches a phone: carriers drop unregistered ones (30034).',
    choices: [
      usual('is verified'),
      { label: 'is being looked at', value: 'IN_PROGRESS' },
      { label: 'has failed', value: 'FAILED' },
      { label: 'is missing', value: 'none' },
    ],
  },
  {
    field: 'account',
    label: 'The account',
    effect: 'The page Setup says so: a trial account sends to confirmed numbers only.',
    choices: [
      usual('is active and paid for'),
      { label: 'is on trial', value: { type: 'Trial' } },
      { label: 'is suspended', value: { status: 'suspended' } },
    ],
  },
  {
    field: 'emptyServices',
    label: 'The Messaging Services',
    effect: 'Every text is refused (21703), and held until there is a number.',
    choices: [usual('have a number'), { label: 'have none', value: true }],
  },
  {
    field: 'advancedOptOut',
    label: 'Advanced Opt-Out',
    effect: 'Replies such as ALTO, COMENZAR and AYUDA count as STOP, START and HELP.',
    choices: [usual('is off'), { label: 'is on', value: true }],
  },
  {
    field: 'losesAnswers',
    label: 'Answers',
    effect: 'The text was sent, but the portal does not know: it asks before it sends again.',
    choices: [usual('arrive'), { label: 'get lost', value: true }],
  },
  {
    field: 'reportsFirst',
    label: 'Reports of delivery',
    effect: 'The portal hears of a text before it knows its number, and still puts them together.',
    choices: [usual('come after the answer'), { label: 'come before the answer', value: true }],
  },
  {
    field: 'reportsBackwards',
    label: 'The order of reports',
    effect: 'A text that was delivered stays delivered.',
    choices: [usual('is right'), { label: 'is wrong', value: true }],
  },
  {
    field: 'reportsTwice',
    label: 'Each report',
    effect: 'The second one changes nothing.',
    choices: [usual('comes once'), { label: 'comes twice', value: true }],
  },
  {
    field: 'refusesLocalCallbacks',
    label: 'Addresses on this machine',
    effect: 'As at the real Twilio, texts that want reports sent here are refused (21609).',
    choices: [usual('are taken for reports'), { label: 'are refused', value: true }],
  },
];
