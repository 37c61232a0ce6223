import type { FaultState } from '../context.ts';
import { numberOf, ownNumbers, ownShortCodes, services } from './account.ts';

export type Form = Record<string, string | undefined>;
export type Refusal = [code: number, message: string];
type TwilioFaults = FaultState<'twilio'>;

const isBoolean = (value: string) => value === 'true' || value === 'false';
const isWhole = (value: string) => /^\d+$/.test(value);
const isAnything = () => true;

/** The fields that the portal uses, each with a function that checks its value. */
const fields: Record<string, (value: string) => boolean> = {
  To: isAnything,
  From: isAnything,
  Body: isAnything,
  StatusCallback: isAnything,
  MessagingServiceSid: isAnything,
  ValidityPeriod: isWhole,
  SmartEncoded: isBoolean,
};

const longestBody = 1600;
export const longestValidity = 36_000;
/** The number that Twilio documents for testing an invalid recipient. */
const unknownNumber = '+15005550001';
const e164 = /^\+[1-9]\d{6,14}$/;

export function findRefusal(form: Form, faults: TwilioFaults): Refusal | undefined {
  return (
    refuseFields(form) ??
    refuseRecipient(form, faults) ??
    refuseSender(form, faults) ??
    refuseRest()
  );

  function refuseRest(): Refusal | undefined {
    const { Body, StatusCallback, ValidityPeriod } = form;
    if (!Body) return [21602, 'Message body is required.'];
    if (Body.length > longestBody) {
      return [21617, 'The concatenated message body exceeds the 1600 character limit.'];
    }
    if (
      ValidityPeriod &&
      !(Number(ValidityPeriod) >= 1 && Number(ValidityPeriod) <= longestValidity)
    ) {
      return [21624, 'Invalid validity period value'];
    }
    if (StatusCallback && !isCallable(StatusCallback, !faults.refusesLocalCallbacks)) {
      return [21609, "The 'StatusCallback' URL is not a valid URL."];
    }
    return undefined;
  }
}

function refuseFields(form: Form): Refusal | undefined {
  for (const [name, value = ''] of Object.entries(form)) {
    const check = fields[name];
    if (!check) return [20001, `Unknown parameter: ${name}`];
    if (!check(value)) return [20001, `Invalid parameter: ${name}`];
  }
  return undefined;
}

function refuseRecipient({ To }: Form, faults: TwilioFaults): Refusal | undefined {
  if (!To) return [21604, "A 'To' phone number is required."];
  if (!e164.test(To) || To === unknownNumber) return [21211, `Invalid 'To' Phone Number: ${To}`];
  if (faults.countries.some((prefix) => To.startsWith(prefix))) return undefined;
  return [
    21408,
    `Permission to send an SMS has not been enabled for the region indicated by the 'To' number: ${To}.`,
  ];
}

function refuseSender(
  { From, MessagingServiceSid }: Form,
  faults: TwilioFaults,
): Refusal | undefined {
  if (MessagingServiceSid) {
    if (!services.includes(MessagingServiceSid)) {
      return [21705, 'The Messaging Service Sid is invalid.'];
    }
    if (faults.emptyServices) return [21703, 'The Messaging Service contains no phone numbers.'];
    return undefined;
  }
  if (!From) return [21603, "A 'From' phone number is required."];
  if (ownShortCodes.includes(From)) return undefined;
  if (!e164.test(From)) return [21212, `Invalid 'From' Phone Number: ${From}`];
  if (ownNumbers.includes(numberOf(From))) return undefined;
  return [
    21606,
    `The 'From' phone number ${From} is not a valid, SMS-capable inbound phone number or short code for your account.`,
  ];
}

/** Twilio itself can't reach local URLs, so they're accepted only if `takesLocal` is true. */
function isCallable(address: string, takesLocal: boolean): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return /^https?:$/.test(protocol) && (takesLocal || !isLocal);
}
