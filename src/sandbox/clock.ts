import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Holds how far the demo's time is from the machine's, in the file that the portal reads too. */
export function openClock(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  const offset = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
  return {
    now: () => new Date(Date.now() + offset()),
    isMoved: () => offset() !== 0,
    moveTo(instant: Date | null) {
      const unfinished = `${file}.unfinished`;
      writeFileSync(unfinished, String(instant ? instant.getTime() - Date.now() : 0));
      renameSync(unfinished, file);
    },
  };
}

export type SandboxClock = ReturnType<typeof openClock>;
