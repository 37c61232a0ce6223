import { existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { discard, sweepUpAfterKilledRuns } from './leftovers.ts';

let directory: string;
const uid = process.getuid?.() ?? 0;
/** Above what any system gives out. */
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

test('the folder of a killed run is deleted, that of one under way is not', async () => {
  const killed = leave(`course-portal-test-${unusedPid}-a1B2c3`);
  const running = leave(`course-portal-test-${process.pid}-a1B2c3`);
  const other = leave('something-else');
  await sweepUpAfterKilledRuns(directory, uid);
  expect([killed, running, other].map(existsSync)).toEqual([false, true, true]);
});

test('what another account left is left alone', async () => {
  const theirs = leave(`course-portal-test-${unusedPid}-a1B2c3`);
  await sweepUpAfterKilledRuns(directory, uid + 1);
  expect(existsSync(theirs)).toBe(true);
});

test('a link in place of a folder is not followed', async () => {
  const target = leave('elsewhere');
  symlinkSync(target, join(directory, `course-portal-test-${unusedPid}`));
  await sweepUpAfterKilledRuns(directory, uid);
  expect(existsSync(join(target, 'cluster'))).toBe(true);
});

test('what cannot be deleted is no error', () => {
  expect(() => discard('a path that no system takes\0')).not.toThrow();
});
