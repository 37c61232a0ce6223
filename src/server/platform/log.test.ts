import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logOf(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('info', { write: (line) => lines.push(line) }));
  return lines.join('');
}

test('tokens, cookies, phones and addresses are hidden wherever they stand', () => {
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
