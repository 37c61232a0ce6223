import type { FastifyInstance } from 'fastify';
import { choice, openSwitches, toggle } from '../switches.ts';

const switches = {
  down: toggle('The server is down (421)', 'Mails wait and are tried again; Problems says so.'),
  deliverySeconds: choice<number>(
    'Mails arrive',
    'The portal cannot tell; login links come late.',
    {
      'at once': 0,
      'half a minute late': 30,
      'five minutes late': 300,
    },
  ),
  recipients: choice(
    'Recipients',
    'Mail to a full or greylisted mailbox is retried later; staff learn of an unknown one.',
    {
      'are taken': undefined,
      'are unknown (550)': 'unknown',
      'have full mailboxes (452)': 'full',
      'are refused at the first try (451)': 'greylisted',
    },
  ),
  noTls: toggle('TLS is not offered', 'All mails are held: none is sent in the clear.'),
  refusesLogin: toggle('The password is refused (535)', 'Mails are held, and admins are told.'),
  refusesSender: toggle('The sender’s address is refused (553)', 'All mails are held.'),
  /** As Amazon SES and Microsoft 365 do. */
  refusesSenderAfterData: choice(
    'After reading a mail, the server',
    'All mails are held: the same would happen to every one of them.',
    {
      'accepts its sender': undefined,
      'says that its sender is not verified (554)': 'unverified',
      'says that the login may not send as it (554)': 'send-as-denied',
    },
  ),
  overQuota: toggle('The day’s quota is used up (454)', 'Mails wait until the server takes more.'),
  answerSeconds: choice<number>(
    'The answer to a mail',
    'The portal waits for it, and sends nothing twice.',
    {
      'comes at once': 0,
      'comes after half a minute': 30,
      'comes after two minutes: too late': 120,
    },
  ),
  deniesRelay: toggle('Mails to other servers are refused (554)', 'All mails are held.'),
  refusesContent: toggle('Mails are taken for spam (554)', 'They fail; staff can send them again.'),
};

/** As real servers do, each names whom it is about. */
const refusals = {
  unknown: (to: string) =>
    smtpError(550, `5.1.1 <${to}>: Recipient address rejected: User unknown`),
  full: (to: string) => smtpError(452, `4.2.2 <${to}>: The mailbox is full, try again later`),
  greylisted: (to: string) => smtpError(451, `4.7.1 <${to}>: Greylisted, try again later`),
};

/** In the words of Amazon SES and of Microsoft 365. */
const senderRefusals = {
  unverified: (from: string) =>
    smtpError(
      554,
      `Message rejected: Email address is not verified. The following identities failed the check in region US-EAST-1: ${from}`,
    ),
  'send-as-denied': (from: string) =>
    smtpError(554, `5.2.252 SendAsDenied; portal@sandbox.test not allowed to send as ${from}`),
};

export function smtpError(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}

export function openMailFaults(app: FastifyInstance) {
  const opened = openSwitches(app, switches, {
    name: 'Mail server',
    path: '/smtp/faults',
    more: {},
  });
  const greylisted = new Set<string>();
  opened.onChange(() => greylisted.clear());
  return { ...opened, whyRefused, whyContentRefused };

  function whyRefused(recipient: string): Error | null {
    const { deniesRelay, recipients } = opened.current();
    if (deniesRelay) return smtpError(554, `5.7.1 <${recipient}>: Relay access denied`);
    if (!recipients) return null;
    if (recipients === 'greylisted') {
      if (greylisted.has(recipient)) return null;
      greylisted.add(recipient);
    }
    return refusals[recipients](recipient);
  }

  /** Said once the mail has been read. */
  function whyContentRefused(from: string, to: string): Error | null {
    const { refusesContent, refusesSenderAfterData, overQuota } = opened.current();
    if (refusesSenderAfterData) return senderRefusals[refusesSenderAfterData](from);
    if (overQuota) return smtpError(454, 'Throttling failure: Daily message quota exceeded.');
    return refusesContent ? smtpError(554, `5.7.1 Mail to <${to}> looks like spam`) : null;
  }
}

export type MailFaultSwitch = ReturnType<typeof openMailFaults>;
export type MailFaults = Parameters<MailFaultSwitch['set']>[0];
