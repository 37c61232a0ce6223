import { execFileSync } from 'node:child_process';

export function changedFiles(since: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });
  const changed = git('diff', '--name-only', since);
  const created = git('ls-files', '--others', '--exclude-standard');
  return `${changed}${created}`.split('\n').filter(Boolean);
}

/** Returns the start of the paths that belong to a file: its feature's folder, or the name of a rule or contract. */
export function namesOf(file: string): string[] {
  const [, feature] =
    file.match(/^(?:src\/(?:server|web)|tests\/journeys)\/([\w-]+)\//) ??
    file.match(/^src\/(sandbox|demo)\//) ??
    [];
  if (feature) return [`${feature}/`];
  // Rules, calls, screens and tests share their words: course/wishes.ts, wish-dialog.test.tsx.
  const [, word] = file.match(/^src\/(?:course|contract)\/([\w-]+?)(?:e?s)?(?:\.test)?\.ts$/) ?? [];
  return word ? [`/${word}`] : [];
}
