import { existsSync, readFileSync } from 'node:fs';
import manifest from '../../../package.json' with { type: 'json' };

/** The build writes a hash and the date to this file, next to the bundle. */
const file = new URL('.built', import.meta.url);

export function readBuild() {
  const mark = existsSync(file) ? readFileSync(file, 'utf8') : 'unbuilt';
  const [hash = '', built = ''] = mark.split(' ');
  return { version: manifest.version, build: hash.slice(0, 12), built };
}
