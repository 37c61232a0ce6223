/** Kinds of settings, each with the words for what is wrong with it. */
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';
import { z } from 'zod';

export const name = (what: string) =>
  z
    .string({ error: `is missing: ${what}` })
    .trim()
    .min(1, 'is empty');

export const secret = (what: string, length: number) =>
  z.string({ error: `is missing: ${what}` }).min(length, `is shorter than ${length} characters`);

export const url = (what: string, protocol: RegExp) =>
  z.url({
    protocol,
    error: ({ input }) =>
      input === undefined ? `is missing: ${what}` : `is not such a URL: ${what}`,
  });

/** On port 465 a server waits for TLS and never says hello to plain SMTP. */
export const smtpUrl = () =>
  url('URL of the SMTP server, such as smtps://user:password@mail.example.org', /^smtps?$/).refine(
    (value) => !/^smtp:.*:465\/?($|\?)/i.test(value),
    'has port 465, which is smtps://, not smtp://',
  );

/** The address in a sender such as `Course Portal <portal@example.org>`. */
export const addressIn = (sender: string) => sender.match(/<([^<>]+)>\s*$/)?.[1] ?? sender;

/** A number, a short code, or a Messaging Service: names of letters cannot be replied to, not even with STOP. */
export const textSender = (what: string) =>
  name(what).regex(
    /^(\+[1-9]\d{6,14}|\d{5,6}|MG[0-9a-f]{32})$/i,
    'is neither a number such as +12025550143, without spaces, nor the SID of a Messaging Service (MG and 32 digits or letters from a to f)',
  );

/** ISO codes, comma separated. */
export const countries = () =>
  z
    .string()
    .transform((list) => list.split(',').map((code) => code.trim().toUpperCase()))
    .refine((codes): codes is CountryCode[] => codes.every((code) => isSupportedCountry(code)), {
      error: 'is not a list of country codes, such as US,CA,GB',
    });

const withArticle = /^(?=United|Netherlands|Philippines|Bahamas|Dominican Republic)/;

/** `the United States and Canada`. */
export function nameCountries(codes: readonly CountryCode[]): string {
  const names = new Intl.DisplayNames('en-US', { type: 'region' });
  const each = codes.map((code) => (names.of(code) ?? code).replace(withArticle, 'the '));
  return new Intl.ListFormat('en-US').format(each);
}

export const wholeNumber = (from: number, to: number) =>
  z.coerce
    .number({ error: `is not a number from ${from} to ${to}` })
    .int(`is not a whole number`)
    .min(from, `is below ${from}`)
    .max(to, `is above ${to}`);
