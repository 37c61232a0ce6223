import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopServerIn } from '../../src/demo/postgres/embedded.ts';

const prefix = 'course-portal-test-';

/** A folder of this run's own; its name says which process it belongs to. */
export function makeRunFolder(): string {
  const folder = join(tmpdir(), `${prefix}${process.pid}`);
  try {
    mkdirSync(folder);
    return folder;
  } catch {
    // An earlier process with the same number left its own there, perhaps another account's.
    return mkdtempSync(`${folder}-`);
  }
}

/** Stops the servers and deletes the folders of runs that were killed, as far as they are this account's. */
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

/** Cleaning up is never a reason for a run to fail: what cannot be deleted stays. */
export function discard(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {}
}

/** Where accounts have no numbers (Windows), the temporary directory itself is the account's own. */
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
