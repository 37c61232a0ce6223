// This build knows what each number is for; the package's default one knows only how long numbers are.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * A phone number in whichever way it is written, as E.164; without a country it is American. Numbers that
 * belong to no country (satellites, international services) and premium-rate ones are none: a text to
 * them costs many times as much, and part of it may go to whoever typed the number in. Nor is one with an
 * extension, which no text could reach.
 */
export function readPhone(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed, 'US');
  if (!number?.isPossible() || number.ext) return null;
  const isCostly = number.isNonGeographic() || number.getType() === 'PREMIUM_RATE';
  return isCostly ? null : number.number;
}

/** What a person's own phone can be. In North America mobiles cannot be told from landlines. */
const personalTypes = ['MOBILE', 'FIXED_LINE_OR_MOBILE', 'FIXED_LINE', 'VOIP'];

/** Whether a number in E.164 is one that a phone company has given to people. */
export function isPersonal(phone: string): boolean {
  const number = parsePhoneNumberFromString(phone);
  return number?.isValid() === true && personalTypes.includes(number.getType() ?? '');
}

/** Where several countries share the first digits and none is certain, one of them is enough. */
export function isInCountries(phone: string, countries: readonly CountryCode[]): boolean {
  const number = parsePhoneNumberFromString(phone);
  const possible = number?.country ? [number.country] : (number?.getPossibleCountries() ?? []);
  return possible.some((country) => countries.includes(country));
}

/** A number in E.164 as people write it: those of North America as there, others as they are dialled from anywhere. */
export function showPhone(phone: string): string {
  // Nearly all are these, and every page asks for one: the library would take a fifth of that call's time.
  const [, area, exchange, line] = phone.match(/^\+1(\d{3})(\d{3})(\d{4})$/) ?? [];
  if (area) return `(${area}) ${exchange}-${line}`;
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
}

/** For a file that spreadsheets open, which take a + in front for a formula: other countries as dialed from North America. */
export function writePhoneCell(phone: string | null): string {
  return phone ? showPhone(phone).replace(/^\+/, '011 ') : '';
}

/** What somebody is told of their number. */
export function describeNumber({ phone, textPhone }: Numbers) {
  return {
    phone: textPhone,
    phoneShown: textPhone && showPhone(textPhone),
    isPhoneConfirmed: phone !== null,
  };
}

interface Numbers {
  phone: string | null;
  textPhone: string | null;
}

/** The country of a number in E.164, such as GB; its first digits where several share them and none is certain. */
export function countryOf(phone: string): string {
  const number = parsePhoneNumberFromString(phone);
  return number?.country ?? phone.slice(0, 4);
}
