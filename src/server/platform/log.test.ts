import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createLog, maskContacts } from './log.ts';

function logOf(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('info', { write: (line) => lines.push(line) }));
  return lines.join('');
}

test('tokens, cookies, phone numbers, and addresses are masked everywhere', () => {
  const lines = logOf((log) =>
    log.info({
      token: 's1',
      person: { email: 's2@x.test', phone: 's3' },
      req2: { headers: { cookie: 's4', authorization: 's5' } },
    }),
  );
  expect(lines).toContain('[hidden]');
  expect(lines).not.toMatch(/s[1-5]/);
});

test('a failed query is logged without its parameters', () => {
  const cause = Object.assign(new Error('duplicate key value'), { code: '23505' });
  const error = new DrizzleQueryError('insert into people', ['ada@example.org'], cause);
  const lines = logOf((log) => {
    log.error({ err: error });
    log.error(error);
    log.error({ err: error }, error.message);
  });
  expect(lines).toContain('duplicate key value');
  expect(lines).toContain('23505');
  expect(lines).not.toContain('ada@example.org');
});

test('addresses and phone numbers are masked in any vendor’s format', () => {
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

test('codes, times, hosts, and meeting IDs stay', () => {
  for (const words of [
    '550 5.7.1 Rejected by 203.0.113.25 at 2026-11-20T12:00:00Z',
    'Zoom returned 404 (3001): Meeting does not exist: 81234567890.',
    'Twilio returned 400 (error 21211)',
    'connect ECONNREFUSED 127.0.0.1:2525',
    '451 4.7.0 queued as 4Z1xQ93bGqz',
  ]) {
    expect(maskContacts(words)).toBe(words);
  }
});
