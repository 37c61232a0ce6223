import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';
import { z } from 'zod';

export const name = (what: string) =>
  z
    .string({ error: `is missing: ${what}` })
    .trim()
    .min(1, 'is empty');

const leastDifferent = (length: number) => Math.min(8, length / 2);

export const ownSecret = (what: string, length: number) =>
  secret(what, length, 'Make one: openssl rand -hex 32');

export const vendorSecret = (what: string, length: number, vendor: string) =>
  secret(what, length, `Copy it from ${vendor} again`);

const secret = (what: string, length: number, advice: string) =>
  z
    .string({ error: `is missing: ${what}` })
    .min(length, `is shorter than ${length} characters. ${advice}`)
    .refine(
      (value) => value.length < length || new Set(value).size >= leastDifferent(length),
      `is too easy to guess: it has too few different characters. ${advice}`,
    );

export const url = (what: string, protocol: RegExp) =>
  z.url({
    protocol,
    error: ({ input }) => (input === undefined ? `is missing: ${what}` : `should be the ${what}`),
  });

/** Rejects smtp:// on port 465, where the server expects TLS right away, so a plain SMTP connection would hang. */
export const smtpUrl = () =>
  url('URL of the SMTP server, such as smtps://user:password@mail.example.org', /^smtps?$/).refine(
    (value) => !/^smtp:.*:465\/?($|\?)/i.test(value),
    'has port 465, which needs smtps:// instead of smtp://',
  );

export const addressIn = (sender: string) => sender.match(/<([^<>]+)>\s*$/)?.[1] ?? sender;

export const publicUrl = (what: string) =>
  name(what).superRefine((value, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    const found = readWebUrl(value);
    if (!found) {
      const meant = value.includes('://') ? null : readWebUrl(`https://${value}`);
      refuse(meant ? `must start with https://. Use ${meant.origin}` : `should be the ${what}`);
    } else if (!/^https?:\/\/[^/?#@\\]+\/*$/i.test(value)) {
      refuse(`should have only a scheme and a host name. Use ${found.origin}`);
    }
  });

function readWebUrl(value: string): URL | null {
  const found = URL.parse(value);
  return found && /^https?:$/.test(found.protocol) ? found : null;
}

/** pg_dump ends the password at the first @, and clients end the host at a / or #, so these must be escaped. */
export const databaseUrl = (what: string) =>
  name(what).superRefine((value, context) => {
    const [, server = '', rest = ''] = value.match(/^\w+:\/\/([^/?#]*)(.*)$/) ?? [];
    const found = URL.parse(value);
    if (/@.*@/.test(server) || /[#@]/.test(rest) || !isDecodable(server)) {
      const message =
        'has a special character in its user name or password. Write @ as %40, # as %23, / as %2F, ? as %3F and % as %25';
      context.addIssue({ code: 'custom', message });
    } else if (!found || !/^postgres(ql)?:$/.test(found.protocol)) {
      context.addIssue({ code: 'custom', message: `should be the ${what}` });
    }
  });

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export const mailSender = (what: string) =>
  name(what).refine((value) => {
    const [, named, plain] =
      value.match(/^(?:(?:"[^"]*"|[^"<>@,;:]*)\s*<([^<>]+)>|([^<>\s]+))$/) ?? [];
    return z.email().safeParse(named ?? plain).success;
  }, 'needs exactly one email address. Write it like "Course Portal <portal@example.org>"');

const rangeNames = ['loopback', 'linklocal', 'uniquelocal'];

export const addressRanges = (what: string) =>
  name(what)
    .transform((list) => list.split(',').map((range) => range.trim()))
    .superRefine((ranges, context) => {
      for (const range of ranges.filter((each) => !isRange(each))) {
        const message = `contains “${range}”, which is not an IP address or range. Write it like 127.0.0.1 or 10.0.0.0/8`;
        context.addIssue({ code: 'custom', message });
      }
    });

function isRange(range: string): boolean {
  const [, address = '', bits = '0'] = range.match(/^([^/]+)(?:\/(\d{1,3}))?$/) ?? [];
  const version = isIP(address);
  return rangeNames.includes(range) || (version > 0 && Number(bits) <= (version === 4 ? 32 : 128));
}

export const certificateFile = (what: string) =>
  name(what).superRefine((file, context) => {
    try {
      if (/-----BEGIN (\w+ )?CERTIFICATE-----/.test(readFileSync(file, 'utf8'))) return;
      const message = `points to ${file}, which has no certificate in PEM format. Fix the path, or remove the setting`;
      context.addIssue({ code: 'custom', message });
    } catch (error) {
      context.addIssue({ code: 'custom', message: whyUnreadable(file, error) });
    }
  });

export function whyUnreadable(file: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
  return isMissing
    ? `points to ${file}, which doesn’t exist. Fix the path, or remove the setting`
    : `points to ${file}, which the portal can’t read (${code}). Give the portal’s account read access to the file`;
}

/** Rejects alphanumeric senders, because people can’t reply STOP to them. */
export const textSender = (what: string) =>
  name(what).regex(
    /^(\+[1-9]\d{6,14}|\d{5,6}|MG[0-9a-f]{32})$/i,
    'should be a phone number without spaces (such as +12025550143), a short code, or the SID of a Messaging Service (MG followed by 32 digits or letters from a to f)',
  );

export const countries = () =>
  z
    .string()
    .transform((list) => list.split(',').map((code) => code.trim().toUpperCase()))
    .refine((codes): codes is CountryCode[] => codes.every((code) => isSupportedCountry(code)), {
      error: 'is not a list of country codes, such as US,CA,GB',
    });

const withArticle = /^(?=United|Netherlands|Philippines|Bahamas|Dominican Republic)/;

export function nameCountries(codes: readonly CountryCode[]): string {
  const names = new Intl.DisplayNames('en-US', { type: 'region' });
  const each = codes.map((code) => (names.of(code) ?? code).replace(withArticle, 'the '));
  return new Intl.ListFormat('en-US').format(each);
}

export const retreatCode = (what: string) =>
  name(what).regex(
    /^[\w-]{1,30}$/,
    'is not a code such as FIRSTRETREAT: up to 30 letters, digits and hyphens, without spaces',
  );

export const wholeNumber = (from: number, to: number) =>
  z.coerce
    .number({ error: `is not a number from ${from} to ${to}` })
    .int(`is not a whole number`)
    .min(from, `is below ${from}`)
    .max(to, `is above ${to}`);
