import { maskContacts } from '../../platform/mask-contacts.ts';
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
  const reason = maskRecipient(response ?? message, recipient).slice(0, maxLength);
  const describe = (kind: MailProblem['kind'], words: string) =>
    new MailProblem(kind, `${words}: ${reason}`);
  if (code === 'EAUTH' && !isTemporary(responseCode)) {
    return describe('misconfigured', 'The mail server does not accept the login of SMTP_URL');
  }
  if (isAboutTls(error)) return describe('misconfigured', 'No encryption with the mail server');
  if (command === 'MAIL FROM' && responseCode >= 500) {
    return describe('misconfigured', 'The mail server takes no mails from MAIL_FROM');
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

function isAboutTls({ code, message }: SmtpError): boolean {
  return (
    code === 'ETLS' || (code === 'ESOCKET' && /certificate|altnames|\bssl\b|\btls\b/i.test(message))
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
