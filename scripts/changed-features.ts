import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Returns what changed since a commit, including new files. */
export function changedFiles(since: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });
  const changed = git('diff', '--name-only', since);
  const created = git('ls-files', '--others', '--exclude-standard');
  return `${changed}${created}`.split('\n').filter(Boolean);
}

/** Returns the features that own a file, or that import it if it belongs to the rules or the contract. */

export function featuresOf(file: string): string[] {
  const [, feature] =
    file.match(/^(?:src\/(?:server|web)|tests\/journeys)\/([\w-]+)\//) ??
    file.match(/^src\/(sandbox|demo)\//) ??
    [];
  if (feature) return [feature];
  if (!/^src\/(course|contract)\//.test(file)) return [];
  const imported = `/${basename(file)}'`;
  return globSync('src/{server,web}/*/*.{ts,tsx}')
    .filter((importer) => readFileSync(importer, 'utf8').includes(imported))
    .flatMap(featuresOf);
}
