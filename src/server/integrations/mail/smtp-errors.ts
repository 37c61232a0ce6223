import { maskContacts } from '../../platform/log.ts';
import { MailProblem } from './port.ts';

/** What nodemailer throws. */
interface SmtpError extends Error {
  code?: string;
  /** What the portal had said to the server when it failed. */
  command?: string;
  responseCode?: number;
  response?: string;
}

const maxLength = 300;

/** Refusals name the recipient, in their message, its stack and fields such as `response`: nothing else is kept of them. */
export function problemOf(error: SmtpError, recipient = ''): MailProblem {
  const { code, command = '', responseCode = 0, response, message } = error;
  const reason = maskRecipient(response ?? withoutNodeAdvice(message), recipient).slice(
    0,
    maxLength,
  );
  const describe = (kind: MailProblem['kind'], words: string) =>
    new MailProblem(kind, `${words}: ${reason}`);
  if (code === 'EAUTH' && !isTemporary(responseCode)) {
    return describe('misconfigured', 'The mail server does not accept the login of SMTP_URL');
  }
  if (isAboutCertificate(error)) {
    const advice =
      'If the server is your own, put its certificate into SMTP_CA_FILE and restart the portal';
    return new MailProblem(
      'misconfigured',
      `The portal does not trust the mail server’s certificate: ${reason}. ${advice}`,
    );
  }
  if (isAboutTls(error)) return describe('misconfigured', 'No encryption with the mail server');
  if (command === 'EHLO' && responseCode === 421) {
    return describe(
      'misconfigured',
      'The mail server hung up when the portal gave its name, the host in PUBLIC_URL. Check that the server allows mail from that name and from this machine’s IP address',
    );
  }
  if (command === 'MAIL FROM' && responseCode >= 500) {
    return describe('misconfigured', 'The mail server takes no mails from MAIL_FROM');
  }
  if (['RCPT TO', 'DATA'].includes(command) && responseCode >= 400) {
    if (isSendingLimit(reason)) {
      return describe('limited', 'The mail server takes no more mails from the portal for now');
    }
    if (responseCode >= 500 && isAboutSender(command, reason)) {
      return describe('misconfigured', 'The mail server takes no mails from MAIL_FROM');
    }
  }
  if (command === 'RCPT TO' && responseCode >= 500) {
    return isRelayDenied(responseCode, reason)
      ? describe('misconfigured', 'The mail server passes on no mails for the portal')
      : describe('refused', 'The mail server refuses this address');
  }
  if (command === 'DATA' && responseCode >= 500) {
    return describe('refused', 'The mail server refuses this mail');
  }
  if (['RCPT TO', 'DATA'].includes(command) && responseCode >= 400) {
    return describe('busy', 'The mail server does not take this mail yet');
  }
  // Found wrong before the server was told.
  if (code === 'EENVELOPE' && command === 'API') {
    return describe('refused', 'No mail can be sent to this address');
  }
  return describe('down', 'The mail server cannot be reached');
}

const isTemporary = (responseCode: number) => responseCode >= 400 && responseCode < 500;

const isAboutCertificate = ({ code, message }: SmtpError) =>
  ['ESOCKET', 'ETLS'].includes(code ?? '') && /certificate|altnames/i.test(message);

const isAboutTls = ({ code, message }: SmtpError) =>
  code === 'ETLS' || (code === 'ESOCKET' && /\bssl\b|\btls\b/i.test(message));

/** Node tells its caller to change its command line, which is not where an admin would mend this. */
const withoutNodeAdvice = (message: string) =>
  message.replace(/;? if the root CA is installed locally.*$/is, '');

/**
 * Some servers judge the sender only after they have read the mail (Amazon SES, Microsoft 365, SendGrid), and Postfix
 * waits for the recipient. Words that could be about the recipient's account count only after the mail.
 */
function isAboutSender(command: string, reason: string): boolean {
  if (/sender address rejected/i.test(reason)) return true;
  return (
    command === 'DATA' &&
    /not verified|verified sender|sender signature|send ?as\b|SendAsDenied|\b5\.7\.60\b|suspended/i.test(
      reason,
    )
  );
}

/** The portal's limit, not a full mailbox, and not the size of this mail. */
function isSendingLimit(reason: string): boolean {
  return (
    /quota|limit|throttl/i.test(reason) &&
    !/mailbox|over ?quota|\b[45]\.2\.2\b|size|large/i.test(reason)
  );
}

/** Not about this recipient: the portal is not among those for whom the server passes mails on. */
function isRelayDenied(responseCode: number, reason: string): boolean {
  return responseCode === 530 || responseCode === 535 || /\brelay|authenticat/i.test(reason);
}

/** Servers repeat the address whole, or only what stands before the @. */
function maskRecipient(words: string, recipient: string): string {
  const masked = maskContacts(words.replace(/\s+/g, ' '));
  const name = recipient.slice(0, recipient.lastIndexOf('@'));
  if (name.length < 3) return masked;
  return masked.replace(new RegExp(name.replace(/[^\w]/g, '\\$&'), 'gi'), '•••');
}
