import { readFileSync, statSync } from 'node:fs';
import { buildWebIfStale } from '../scripts/build-web.ts';
import type { Row } from './measure.ts';

interface Part {
  file: string;
  imports?: string[];
}

/** What the tests hold every page to, for the page that everybody sees first and the heaviest one. */
export async function compareBytes(): Promise<Row[]> {
  await buildWebIfStale(() => {});
  const parts: Record<string, Part> = JSON.parse(readFileSync('dist/web/.manifest.json', 'utf8'));
  const needed = (name: string, found = new Set<string>()): Set<string> => {
    if (!found.has(name)) {
      found.add(name);
      for (const next of parts[name]?.imports ?? []) needed(next, found);
    }
    return found;
  };
  const login = needed('index.html');
  const weigh = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + statSync(`dist/web/${parts[name]?.file}.gz`).size, 0) /
    1000;
  const added = (page: string) => weigh([...needed(page)].filter((name) => !login.has(name)));
  const row = (measure: string, wanted: string, kilobytes: number): Row => {
    return { measure, against: 'budget, KB gzip', wanted, ratios: [kilobytes] };
  };
  return [
    row('scripts before /login shows', '≤ 95', weigh(login)),
    row('/schedule, more', '≤ 20', added('app/schedule-page.tsx')),
    row('/admin, more', '≤ 60', added('app/admin-screen.tsx')),
  ];
}
