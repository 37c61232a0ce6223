import type { FastifyInstance } from 'fastify';

/** What is not said is as a real account has it: TLS, a password, and mailboxes that exist. */
export interface MailFaults {
  /** Connections are refused with a 421. */
  down?: boolean;
  /** The server offers no STARTTLS. */
  noTls?: boolean;
  /** The password is not accepted. */
  refusesLogin?: boolean;
  /** Mails may not come from this sender. */
  refusesSender?: boolean;
  /** The same, said only once the mail has been read, as Amazon SES and Microsoft 365 do. */
  refusesSenderAfterData?: 'unverified' | 'send-as-denied';
  /** The account has sent as many mails as it may in a day. */
  overQuota?: boolean;
  /** How long the server takes to answer once it has read a mail. */
  answerSeconds?: number;
  /** The server takes mail for nobody but its own people. */
  deniesRelay?: boolean;
  /** How long mails that were taken are on their way. */
  deliverySeconds?: number;
  /** What becomes of recipients. Greylisted ones are let in when they are tried again. */
  recipients?: 'unknown' | 'full' | 'greylisted';
  /** Mails are refused once they have been read. */
  refusesContent?: boolean;
}

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
  let current: MailFaults = {};
  const greylisted = new Set<string>();
  const listeners: (() => void)[] = [];
  app.get('/smtp/faults', () => current);
  app.post<{ Body: MailFaults | null }>('/smtp/faults', ({ body }) => {
    set(body ?? {});
    return current;
  });
  return {
    set,
    current: () => current,
    whyRefused,
    whyContentRefused,
    onChange: (listener: () => void) => void listeners.push(listener),
  };

  function set(faults: MailFaults) {
    current = faults;
    greylisted.clear();
    for (const listener of listeners) listener();
  }

  function whyRefused(recipient: string): Error | null {
    if (current.deniesRelay) return smtpError(554, `5.7.1 <${recipient}>: Relay access denied`);
    if (!current.recipients) return null;
    if (current.recipients === 'greylisted') {
      if (greylisted.has(recipient)) return null;
      greylisted.add(recipient);
    }
    return refusals[current.recipients](recipient);
  }

  /** Said once the mail has been read. */
  function whyContentRefused(from: string, to: string): Error | null {
    const { refusesContent, refusesSenderAfterData, overQuota } = current;
    if (refusesSenderAfterData) return senderRefusals[refusesSenderAfterData](from);
    if (overQuota) return smtpError(454, 'Throttling failure: Daily message quota exceeded.');
    return refusesContent ? smtpError(554, `5.7.1 Mail to <${to}> looks like spam`) : null;
  }
}

export type MailFaultSwitch = ReturnType<typeof openMailFaults>;
