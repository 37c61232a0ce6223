import { readFileSync } from 'node:fs';

export type Environment = Record<string, string | undefined>;

/** Strips spaces, Windows line endings, and the quotes that Podman leaves in place. Drops empty values. */
export function cleanEnvironment(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment)
      .map(([name, value = '']) => [name, withoutQuotes(value.trim()).trim()] as const)
      .filter(([, value]) => value !== ''),
  );
}

const withoutQuotes = (value: string) => value.replace(/^(["'])(.*)\1$/s, '$2');

const ownPrefixes = /^(SMTP|TWILIO|ZOOM|RETREAT|RETENTION|TRUSTED|COURSE|BACKUP)_/;
/** Matches variables that Kubernetes and Docker set for a service named smtp, such as SMTP_SERVICE_HOST. */
const announcedService = /_(SERVICE|PORT)(_|$)/;

export function findMisspelled(given: string[], settings: string[]): [string, string][] {
  const unknown = given.filter((name) => !settings.includes(name));
  return unknown.flatMap((name): [string, string][] => {
    const upper = name.toUpperCase();
    const [nearest] = settings
      .map((setting) => ({ setting, distance: editDistance(upper, setting) }))
      .sort((a, b) => a.distance - b.distance);
    if (!nearest) return [];
    // Don't suggest a correction for short names such as PORTS, which may belong to other programs, or if the correct
    // name is also set.
    const mostDifferent = name.length < 8 ? -1 : Math.min(3, name.length / 4);
    const isClose = nearest.distance <= mostDifferent && !given.includes(nearest.setting);
    if (isClose) return [[name, `is not a setting. Did you mean ${nearest.setting}?`]];
    const [prefix] = upper.match(ownPrefixes) ?? [];
    if (!prefix || announcedService.test(upper)) return [];
    const known = settings.filter((setting) => setting.startsWith(prefix));
    return [[name, `is not a setting. Settings that start the same way: ${known.join(', ')}`]];
  });
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/**
 * Finds settings whose values may have been cut off. In env files, Node ends unquoted values at a #, while systemd
 * doesn’t.
 */
export function findCutOff(nodeOptions: string[] = process.execArgv): string[] {
  return nodeOptions.flatMap((option, index) => {
    const [, file = nodeOptions[index + 1]] = option.match(
      /^--env-file(?:-if-exists)?(?:=(.*))?$/,
    ) ?? [null, ''];
    return file ? readCutOff(file) : [];
  });
}

function readCutOff(file: string): string[] {
  try {
    const lines = readFileSync(file, 'utf8').matchAll(
      /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*(?!["'`])[^\n#]*#/gm,
    );
    return [...lines].map(([, name = '']) => name);
  } catch {
    return [];
  }
}
