import { readFileSync } from 'node:fs';
import manifest from '../../../package.json' with { type: 'json' };

/** The build writes the file `.built` next to the bundle: a hash and the date. */
export function readBuild() {
  const [hash = 'unbuilt', builtOn = ''] = readMark().split(/\s+/);
  return { version: manifest.version, build: hash.slice(0, 12), builtOn };
}

function readMark(): string {
  try {
    return readFileSync(new URL('.built', import.meta.url), 'utf8').trim();
  } catch {
    return 'unbuilt';
  }
}
