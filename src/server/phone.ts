import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** A phone number in whichever way it is written, as E.164; without a country it is American. */
export function readPhone(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed, 'US');
  return number?.isPossible() ? number.number : null;
}
