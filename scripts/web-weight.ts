import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildWebIfStale } from './build-web.ts';

const directory = 'dist/web';

interface Chunk {
  file: string;
  imports?: string[];
  isDynamicEntry?: boolean;
}

/** The gzipped KB that each lazy-loaded file adds, including its imports. */
type Weights = ReadonlyMap<string, number>;

export interface WebWeight {
  first: number;
  screens: Weights;
  /** What other lazy-loaded parts, such as dialogs, add to the dashboard. */
  others: Weights;
}

const isScreen = (name: string) => /-(screen|pages?)\.tsx$/.test(name);

export async function readWebWeight(): Promise<WebWeight> {
  await buildWebIfStale(() => {});
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(directory, '.manifest.json'), 'utf8'),
  );
  const neededBy = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    for (const next of manifest[name]?.imports ?? []) neededBy(next, found);
    return found;
  };
  const weigh = (names: Iterable<string>) =>
    [...names]
      .map((name) => statSync(join(directory, `${manifest[name]?.file}.gz`)).size / 1000)
      .reduce((sum, size) => sum + size, 0);
  const first = neededBy('index.html');
  const onDashboard = new Set([...first, ...neededBy('dashboard/dashboard-screen.tsx')]);
  const later = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry);
  const weighAll = (names: string[], loaded: Set<string>) =>
    new Map(
      names.map((name) => [name, weigh([...neededBy(name)].filter((file) => !loaded.has(file)))]),
    );
  return {
    first: weigh(first),
    screens: weighAll(later.filter(isScreen), first),
    others: weighAll(
      later.filter((name) => !isScreen(name)),
      onDashboard,
    ),
  };
}
