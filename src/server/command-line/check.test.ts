import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentOf } from '../../../tests/support/command-line.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { holds } from '../database/schema.ts';
import { runCommandLine } from './run.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());

async function check(changed: Record<string, string> = {}) {
  const environment = environmentOf(portal);
  const output: string[] = [];
  const complaints: string[] = [];
  const code = await runCommandLine(['check'], {
    environment: { ...environment, ...changed },
    say: (line) => void output.push(line),
    complain: (line) => void complaints.push(line),
  });
  return { code, output: output.join('\n'), complaints };
}

test('check exits with 0 if there are only warnings, and links their chapter', async () => {
  const { code, output, complaints } = await check();
  expect(output).toMatch(/^OK {7}Clock: This machine and the database agree/m);
  expect(output).toMatch(
    /^WARNING {2}Public URL: .*\n {9}http:\/\/localhost:\d+\/admin\/manual#2-settings$/m,
  );
  expect({ code, complaints }).toEqual({ code: 0, complaints: [] });
});

test('check exits with 1 if there is a problem', async () => {
  const { code, output, complaints } = await check({ SMTP_URL: 'smtp://127.0.0.1:9' });
  expect(output).toMatch(/^PROBLEM {2}Email server: This check failed: .*ECONNREFUSED/m);
  expect({ code, complaints }).toEqual({ code: 1, complaints: ['Problems: 1'] });
});

test('check lists what is on hold, with the reason, and exits with 1', async () => {
  const hold = { scope: 'mail', reason: 'The password is wrong', since: new Date() };
  await portal.database.insert(holds).values({ ...hold, retryAt: new Date() });
  const { code, output } = await check();
  await portal.database.delete(holds);
  expect(output).toMatch(/^PROBLEM {2}On hold: All emails: The password is wrong$/m);
  expect(code).toBe(1);
});
