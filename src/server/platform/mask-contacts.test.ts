import { expect, test } from 'vitest';
import { maskContacts } from './mask-contacts.ts';

test('addresses and phone numbers are masked however a vendor writes them', () => {
  const said = [
    'ada@example.org',
    '<Ada.Byron+tm@mail.example.org>',
    'RCPT TO:<ada@example.org>',
    'to=ada@example.org,',
    "'ada@example.org'",
    'ada%40example.org',
    '+12025550190',
    '+1 (202) 555-0190',
    '%2B12025550190',
    '(202) 555-0190',
    '202-555-0190',
    '202.555.0190',
    '12025550190',
    '2025550190',
    '122025550190',
    '0012025550190',
    "<ada'byron@example.org>",
    '"ada byron"@example.org',
  ];
  for (const contact of said) {
    const masked = maskContacts(`550 5.1.1 No such user: ${contact} here`);
    expect(masked).toMatch(/^550 5\.1\.1 No such user: .*•••.* here$/);
    expect(masked).not.toMatch(/ada|byron|example|202|555|0190/i);
  }
});

test('codes, times, hosts and the ids of meetings stay', () => {
  for (const words of [
    '550 5.7.1 Rejected by 203.0.113.25 at 2026-11-20T12:00:00Z',
    'Zoom answered 404 (3001): Meeting does not exist: 81234567890.',
    'Twilio answered 400 (error 21211)',
    'connect ECONNREFUSED 127.0.0.1:2525',
    '451 4.7.0 queued as 4Z1xQ93bGqz',
  ]) {
    expect(maskContacts(words)).toBe(words);
  }
});
