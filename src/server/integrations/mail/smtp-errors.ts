import { maskContacts } from '../../platform/log.ts';
import { MailProblem } from './port.ts';

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

const maxLength = 300;

/** Servers may include the recipient in their errors, so we keep only a masked reason. */
export function problemOf(error: SmtpError, recipient = ''): MailProblem {
  const { code, command = '', responseCode = 0, response, message } = error;
  const reason = maskRecipient(response ?? withoutNodeAdvice(message), recipient);
  const problem = (kind: MailProblem['kind'], sentence: string) =>
    new MailProblem(kind, `${sentence}: ${reason}`);
  if (code === 'EAUTH' && !isTemporary(responseCode)) {
    return problem(
      'misconfigured',
      'The email server rejected the user name or password in SMTP_URL',
    );
  }
  if (isAboutCertificate(error)) {
    const advice =
      'If the server is your own, put its certificate in SMTP_CA_FILE and restart the portal';
    return new MailProblem(
      'misconfigured',
      `The portal doesn’t trust the email server’s certificate: ${reason}. ${advice}`,
    );
  }
  if (isAboutTls(error))
    return problem('misconfigured', 'The portal can’t encrypt its connection to the email server');
  if (command === 'EHLO' && responseCode === 421) {
    return problem(
      'misconfigured',
      'The email server closed the connection when the portal identified itself with the host in PUBLIC_URL. Check that the server accepts email from that host and from this machine’s IP address',
    );
  }
  if (command === 'MAIL FROM' && responseCode >= 500) {
    return problem('misconfigured', 'The email server doesn’t accept emails from MAIL_FROM');
  }
  if (['RCPT TO', 'DATA'].includes(command) && responseCode >= 400) {
    if (isSendingLimit(reason)) {
      return problem(
        'limited',
        'The email server won’t accept any more emails from the portal for now',
      );
    }
    if (responseCode >= 500 && isAboutSender(command, reason)) {
      return problem('misconfigured', 'The email server doesn’t accept emails from MAIL_FROM');
    }
  }
  if (command === 'RCPT TO' && responseCode >= 500) {
    return isRelayDenied(responseCode, reason)
      ? problem('misconfigured', 'The email server won’t relay emails for the portal')
      : problem('refused', 'The email server rejected this address');
  }
  if (command === 'DATA' && responseCode >= 500) {
    return problem('refused', 'The email server rejected this email');
  }
  if (['RCPT TO', 'DATA'].includes(command) && responseCode >= 400) {
    return problem('busy', 'The email server isn’t accepting this email right now');
  }
  // Nodemailer itself rejected the address.
  if (code === 'EENVELOPE' && command === 'API') {
    return problem('refused', 'This isn’t a valid email address');
  }
  return problem('down', 'We can’t reach the email server');
}

const isTemporary = (responseCode: number) => responseCode >= 400 && responseCode < 500;

const isAboutCertificate = ({ code, message }: SmtpError) =>
  ['ESOCKET', 'ETLS'].includes(code ?? '') && /certificate|altnames/i.test(message);

const isAboutTls = ({ code, message }: SmtpError) =>
  code === 'ETLS' || (code === 'ESOCKET' && /\bssl\b|\btls\b/i.test(message));

/** Removes Node's advice about a command-line option, which doesn't help an admin. */
const withoutNodeAdvice = (message: string) =>
  message.replace(/;? if the root CA is installed locally.*$/is, '');

/**
 * Amazon SES, Microsoft 365 and SendGrid check the sender only after DATA, and Postfix checks it after RCPT TO. After
 * RCPT TO, some of these phrases could be about the recipient, so we match those only after DATA.
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

function isSendingLimit(reason: string): boolean {
  return (
    /quota|limit|throttl/i.test(reason) &&
    !/mailbox|over ?quota|\b[45]\.2\.2\b|size|large/i.test(reason)
  );
}

function isRelayDenied(responseCode: number, reason: string): boolean {
  return responseCode === 530 || responseCode === 535 || /\brelay|authenticat/i.test(reason);
}

/** Some servers repeat the whole address and others only the part before the @, so this masks both. */
export function maskRecipient(text: string, recipient: string): string {
  const masked = maskContacts(text.replace(/[\s\p{Cc}]+/gu, ' '));
  const name = recipient.slice(0, recipient.lastIndexOf('@'));
  const isName = new RegExp(name.replace(/[^\w]/g, '\\$&'), 'gi');
  return (name.length < 3 ? masked : masked.replace(isName, '•••')).slice(0, maxLength);
}
