import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { callsByFeature, contract } from '../../contract/contract.ts';
import { webhooks } from '../../contract/webhooks.ts';
import { describeCalls } from './openapi.ts';

const description = describeCalls({
  publicUrl: 'https://portal.school.org',
  version: '1.2.3',
  sessionCookie: '__Host-session',
});
const { paths } = description;
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

test('the OpenAPI description has every call and every webhook', () => {
  const names = operations.map((operation) => (operation as { operationId: string }).operationId);
  expect(names.toSorted()).toEqual([...Object.keys(contract), ...Object.keys(webhooks)].toSorted());
});

test('every call belongs to one feature', () => {
  const names = Object.values(callsByFeature).flatMap((calls) => Object.keys(calls));
  expect(names.toSorted()).toEqual(Object.keys(contract).toSorted());
});

test('the OpenAPI description passes Redocly’s recommended rules', {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(description));
  const linter = 'node_modules/@redocly/cli/bin/cli.js';
  // Otherwise Redocly checks for updates and sends telemetry.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = [linter, 'lint', file, '--extends=recommended', '--format=json'];
  const run = promisify(execFile)(process.execPath, args, { env });
  const { stdout } = await run.catch((failed: { stdout: string }) => failed);
  rmSync(folder, { recursive: true });
  const { problems } = JSON.parse(stdout) as { problems: { message: string; location: unknown }[] };
  expect(problems.map(({ message, location }) => [message, location])).toEqual([]);
});

test('a call documents its input, its roles, and its errors', () => {
  expect(paths['/api/classes/available']).toMatchObject({
    get: {
      security: [{ session: [] }],
      parameters: [{ name: 'weekOffset', in: 'query', required: true }, { required: false }],
    },
  });
  expect(paths['/api/classes/{id}']).toHaveProperty('patch.requestBody');
  expect(Object.keys(responsesOf('/api/classes/{id}', 'patch'))).toEqual([
    ...['200', '400', '401', '403', '404', '409', '412', 'default'],
  ]);
  expect(Object.keys(responsesOf('/api/user', 'get'))).toEqual(['200', '401', 'default']);
});

test('a public call requires no session, and a webhook requires its signature', () => {
  expect(paths['/api/auth/login']).toHaveProperty('post.security', []);
  expect(paths['/api/webhooks/retreats']).toHaveProperty('post.security', [
    { retreatsSignature: [] },
  ]);
});

test('a record with known keys names each of them', () => {
  const answer = JSON.stringify(responsesOf('/api/admin/journey', 'get'));
  expect(answer).toContain('"never-chose":{"type":"integer"');
});

function responsesOf(path: string, method: string): object {
  const { [method]: operation } = paths[path] ?? {};
  return (operation as { responses: object }).responses;
}
