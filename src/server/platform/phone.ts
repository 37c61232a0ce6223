// Only the library’s `max` build can tell types of numbers apart.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Person } from '../database/schema.ts';

/**
 * Returns the number in E.164 format, assuming the US if there is no country code. Returns null for invalid numbers,
 * for satellite, international-service and premium numbers, where texts cost many times as much, and for extensions,
 * which can’t receive texts.
 */
export function readPhone(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed, 'US');
  if (!number?.isPossible() || number.ext) return null;
  const isCostly = number.isNonGeographic() || number.getType() === 'PREMIUM_RATE';
  return isCostly ? null : number.number;
}

const personalTypes = ['MOBILE', 'FIXED_LINE_OR_MOBILE', 'FIXED_LINE', 'VOIP'];

export function isPersonal(phone: string): boolean {
  const number = parsePhoneNumberFromString(phone);
  return number?.isValid() === true && personalTypes.includes(number.getType() ?? '');
}

export function isInCountries(phone: string, countries: readonly CountryCode[]): boolean {
  const number = parsePhoneNumberFromString(phone);
  const possible = number?.country ? [number.country] : (number?.getPossibleCountries() ?? []);
  return possible.some((country) => countries.includes(country));
}

export function showPhone(phone: string): string {
  // Fast path for North American numbers: formatting them with the library would take up a fifth of a page’s response
  // time.
  const [, area, exchange, line] = phone.match(/^\+1(\d{3})(\d{3})(\d{4})$/) ?? [];
  if (area) return `(${area}) ${exchange}-${line}`;
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
}

/**
 * Spreadsheets read a leading + as a formula, so numbers outside North America start with 011, which is how Americans
 * dial them.
 */
export function writePhoneCell(phone: string | null): string {
  return phone ? showPhone(phone).replace(/^\+/, '011 ') : '';
}

export function describeNumber({ phone, textPhone }: Pick<Person, 'phone' | 'textPhone'>) {
  return {
    phone: textPhone,
    phoneShown: textPhone && showPhone(textPhone),
    isPhoneConfirmed: phone !== null,
  };
}

/** Returns a country code such as GB, or the number's first characters if we can't tell the country. */
export function countryOf(phone: string): string {
  const number = parsePhoneNumberFromString(phone);
  return number?.country ?? phone.slice(0, 4);
}
