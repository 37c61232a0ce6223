import { readFileSync } from 'node:fs';
import manifest from '../../../package.json' with { type: 'json' };

/** The build writes the file `.built` next to the bundle. */
export function readBuild(): { version: string; build: string } {
  return { version: manifest.version, build: readMark() ?? 'unbuilt' };
}

function readMark(): string | undefined {
  try {
    return readFileSync(new URL('.built', import.meta.url), 'utf8')
      .trim()
      .slice(0, 12);
  } catch {
    return undefined;
  }
}
