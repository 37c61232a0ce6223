import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { completeSettings, problemsOf } from '../../../tests/support/settings.ts';
import { secretSettings } from './secret-files.ts';
import { readSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'course-portal-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const inEnvironment: Record<string, string> = completeSettings;

test('every secret can be in a file, with or without a line end', () => {
  const files = secretSettings.map((name, at) => [
    `${name}_FILE`,
    write(name, `${inEnvironment[name]}${at % 2 ? '\r\n' : ''}`),
  ]);
  const others = Object.entries(completeSettings).filter(
    ([name]) => !secretSettings.includes(name),
  );
  expect(readSettings(Object.fromEntries([...others, ...files]))).toEqual(
    readSettings(completeSettings),
  );
});

test('a secret given twice, or a file that is missing or empty, is reported once', () => {
  const file = write('key', 'x'.repeat(40));
  expect(problemsOf({ LINK_KEY_FILE: file })).toEqual([
    'LINK_KEY_FILE and LINK_KEY are both set. Remove one of them',
  ]);
  const inFile = (path: string) => problemsOf({ LINK_KEY: undefined, LINK_KEY_FILE: path });
  expect(inFile('/no/such/file')).toEqual([
    'LINK_KEY_FILE points to /no/such/file, which doesn’t exist. Fix the path, or remove the setting',
  ]);
  expect(inFile(folder)).toEqual([expect.stringContaining('which the portal can’t read (EISDIR)')]);
  expect(inFile(write('nothing', '\n'))).toEqual([expect.stringMatching('which is empty$')]);
});

test('what a file contains is checked like the setting, and only secrets have files', () => {
  const file = write('short', 'short');
  expect(problemsOf({ LINK_KEY: undefined, LINK_KEY_FILE: file })).toEqual([
    expect.stringMatching('^LINK_KEY is shorter than 32 characters'),
  ]);
  expect(problemsOf({ ZOOM_HOST_USER_FILE: file })).toEqual([
    expect.stringMatching('^ZOOM_HOST_USER_FILE is not a setting'),
  ]);
});

test('the manual and the systemd unit name every secret that can be in a file', () => {
  for (const place of ['docs/operating.md', 'deploy/portal.service']) {
    const text = readFileSync(place, 'utf8');
    const missing = secretSettings.filter((name) => !text.includes(`${name}_FILE`));
    expect([place, missing]).toEqual([place, []]);
  }
});
