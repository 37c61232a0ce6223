import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildWebIfStale } from './build-web.ts';

const directory = 'dist/web';

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

/** The chunks of the built web by their source files, as Vite's manifest names them. */
export interface WebWeight {
  /** What the first script needs before /login shows. */
  readonly login: ReadonlySet<string>;
  /** Every chunk that these load later by `import()`. */
  loadedLaterBy(chunks: Iterable<string>): string[];
  /** The chunks with everything they import, without what is loaded already. */
  added(chunks: readonly string[], loaded: ReadonlySet<string>): Set<string>;
  /** Gzip, in KB. */
  weigh(chunks: Iterable<string>): number;
}

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
  return {
    login: neededBy('index.html'),
    loadedLaterBy: (chunks) => [
      ...new Set([...chunks].flatMap((name) => manifest[name]?.dynamicImports ?? [])),
    ],
    added: (chunks, loaded) =>
      new Set(chunks.flatMap((name) => [...neededBy(name)]).filter((name) => !loaded.has(name))),
    weigh: (chunks) =>
      [...chunks]
        .map((name) => statSync(join(directory, `${manifest[name]?.file}.gz`)).size)
        .reduce((sum, size) => sum + size, 0) / 1000,
  };
}
