import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesOf, wrongCode } from '../../../tests/support/codes.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { statementsOf } from '../../../tests/support/statements.ts';
import { openStudent } from '../../../tests/support/students.ts';

const environment = { TRUSTED_PROXIES: '127.0.0.1' };

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false, environment });
});
afterAll(() => portal[Symbol.asyncDispose]());

test('a link request runs the same statements for known and unknown addresses', async () => {
  const { email } = await openStudent(portal);
  const { ask } = signInOf(portal);
  for (let round = 0; round < 10; round += 1) {
    const sender = `198.51.100.${round}`;
    const answers: object[] = [];
    const askFor = (typed: string) =>
      statementsOf(portal, async () => {
        const { status, body } = await ask(typed, sender);
        answers.push({ status, body });
      });
    const known = await askFor(email);
    expect(known.length).toBeGreaterThan(0);
    expect(await askFor('nobody@demo.test')).toEqual(known);
    expect(answers[1]).toEqual(answers[0]);
  }
});

test('a wrong code runs the same statements for known and unknown emails', async () => {
  await using working = await openPortal();
  const codes = codesOf(working);
  const { email, client, code } = await codes.asked();
  const unknown = 'nobody@demo.test';
  await client.post('/api/auth/login', { email: unknown });
  await signInOf(working).finishJobs();
  // Only a sender's first rejected code in 15 minutes is audited, so the tries below aren't.
  await codes.typeCode(client, email, wrongCode(code));
  await codes.typeCode(client, unknown, wrongCode(code));
  for (let tries = 0; tries < 5; tries += 1) {
    const type = (typed: string) =>
      statementsOf(working, () => codes.typeCode(client, typed, wrongCode(code)));
    const known = await type(email);
    expect(known.length).toBeGreaterThan(0);
    expect(await type(unknown)).toEqual(known);
  }
});
