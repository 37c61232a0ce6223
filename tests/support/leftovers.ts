import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopServerIn } from '../../src/demo/postgres/embedded.ts';

const prefix = 'course-portal-test-';

export function makeRunFolder(): string {
  const folder = join(tmpdir(), `${prefix}${process.pid}`);
  try {
    mkdirSync(folder);
    return folder;
  } catch {
    // An earlier process with the same PID, perhaps from another account, left a folder with this name.
    return mkdtempSync(`${folder}-`);
  }
}

export async function sweepUpAfterKilledRuns(
  directory = tmpdir(),
  uid = process.getuid?.(),
): Promise<void> {
  for (const name of readdirSync(directory).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(directory, name);
    if (!isOwnedBy(uid, folder) || isAlive(Number.parseInt(name.slice(prefix.length), 10)))
      continue;
    await stopServerIn(folder).catch(() => {});
    discard(folder);
  }
}

/** Ignores errors, because cleaning up must never fail a run. */
export function discard(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {}
}

/** On Windows, each account has its own temporary directory. */
function isOwnedBy(uid: number | undefined, folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  return uid === undefined || found.uid === uid;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
