import { existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { discard, sweepUpAfterKilledRuns } from './leftovers.ts';

let directory: string;
const uid = process.getuid?.() ?? 0;
/** No system has PIDs this high. */
const unusedPid = 2 ** 30;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'course-portal-leftovers-'));
});
afterEach(() => discard(directory));

function leave(name: string): string {
  const folder = join(directory, name);
  mkdirSync(join(folder, 'cluster'), { recursive: true });
  return folder;
}

test('deletes the folder of a killed run, but not of a running one', async () => {
  const killed = leave(`course-portal-test-${unusedPid}-a1B2c3`);
  const running = leave(`course-portal-test-${process.pid}-a1B2c3`);
  const other = leave('something-else');
  await sweepUpAfterKilledRuns(directory, uid);
  expect([killed, running, other].map(existsSync)).toEqual([false, true, true]);
});

test('leaves another account’s folders alone', async () => {
  const theirs = leave(`course-portal-test-${unusedPid}-a1B2c3`);
  await sweepUpAfterKilledRuns(directory, uid + 1);
  expect(existsSync(theirs)).toBe(true);
});

test('does not follow a link in place of a folder', async () => {
  const target = leave('elsewhere');
  symlinkSync(target, join(directory, `course-portal-test-${unusedPid}`));
  await sweepUpAfterKilledRuns(directory, uid);
  expect(existsSync(join(target, 'cluster'))).toBe(true);
});

test('ignores folders it cannot delete', () => {
  expect(() => discard('a path that no system takes\0')).not.toThrow();
});
