import type { FastifyInstance } from 'fastify';
import { usualFaults } from '../faults.ts';
import { choice, openSwitches, toggle } from '../switches.ts';

const switches = {
  down: toggle('Twilio is down', 'Texts wait, and the portal retries while they are of use.'),
  status: choice('Every call', 'The portal slows down and tries again.', {
    'is carried out': undefined,
    'is one too many (429)': 429,
    'fails (500)': 500,
  }),
  deliverySeconds: choice<number>('Texts arrive', 'Outdated texts are not delivered at all.', {
    'at once': 0,
    'half a minute late': 30,
    'five minutes late': 300,
  }),
  failsWith: choice<number | null>(
    'Texts',
    'The person’s page and Problems say that the text has not arrived, and why.',
    {
      'are delivered': null,
      'find the phone off (30003)': 30003,
      'go to an unknown number (30005)': 30005,
      'go to a landline (30006)': 30006,
      'are filtered by a carrier (30007)': 30007,
      'come from an unregistered sender (30034)': 30034,
    },
  ),
  /** By the beginnings of numbers. */
  countries: choice<string[]>(
    'The account may send to',
    'Texts to other countries are held, and an admin is told which country is missing.',
    {
      'the United States and Canada': ['+1'],
      'the United States, Canada and Germany': ['+1', '+49'],
      'Germany only': ['+49'],
    },
  ),
  /** Unless it is verified, no text from an ordinary number reaches a phone in the United States. */
  campaign: choice(
    'The campaign at the carriers',
    'Setup says so, and no text reaches a phone: carriers drop unregistered ones (30034).',
    {
      'is verified': 'VERIFIED',
      'is being looked at': 'IN_PROGRESS',
      'has failed': 'FAILED',
      'is missing': 'none',
    },
  ),
  account: choice<{ status?: string; type?: string }>(
    'The account',
    'The page Setup says so: a trial account sends to confirmed numbers only.',
    {
      'is active and paid for': {},
      'is on trial': { type: 'Trial' },
      'is suspended': { status: 'suspended' },
    },
  ),
  emptyServices: toggle('The Messaging Services have no number', 'All texts are held (21703).'),
  advancedOptOut: toggle('Advanced Opt-Out is on', 'ALTO, COMENZAR and AYUDA work as well.'),
  losesAnswers: toggle('Answers get lost', 'The portal asks Twilio before it sends a text again.'),
  reportsFirst: toggle('Reports come before the answer', 'The portal still matches them.'),
  reportsBackwards: toggle('Reports come in the wrong order', 'A delivered text stays delivered.'),
  reportsTwice: toggle('Each report comes twice', 'The second one changes nothing.'),
  refusesLocalCallbacks: toggle('Reports to this machine are refused', 'As in real life (21609).'),
};

/** What is not said is as a real account has it, except that the phones here are always quick. */
export function openTwilioSwitches(app: FastifyInstance) {
  return openSwitches(app, switches, {
    name: 'Twilio',
    path: '/twilio/faults',
    more: {
      ...usualFaults,
      /** In place of the one number that each Messaging Service has. */
      serviceNumbers: undefined as string[] | undefined,
      /** In place of what numbers and Messaging Services have. */
      senders: {} as object,
    },
  });
}

export type TwilioFaults = ReturnType<ReturnType<typeof openTwilioSwitches>['current']>;
