import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildWebIfStale } from './build-web.ts';
import { readPageFiles } from './page-files.ts';

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
  /** What each page adds to the first script, gzip, in KB: its screen, its guard, and what these import. */
  pages: ReadonlyMap<string, number>;
  /** What each dialog of the dashboard adds to it when it opens, gzip, in KB. */
  dialogs: ReadonlyMap<string, number>;
}

const dashboard = 'dashboard/dashboard-screen.tsx';

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
  const login = neededBy('index.html');
  const loadedLaterBy = (chunks: Iterable<string>) => [
    ...new Set([...chunks].flatMap((name) => manifest[name]?.dynamicImports ?? [])),
  ];
  const added = (chunks: readonly string[], loaded: ReadonlySet<string>) =>
    new Set(chunks.flatMap((name) => [...neededBy(name)]).filter((name) => !loaded.has(name)));
  const weigh = (chunks: Iterable<string>) =>
    weighFiles([...chunks].map((name) => manifest[name]?.file));
  const onDashboard = new Set([...login, ...added([dashboard], login)]);
  const firstPages = loadedLaterBy(login);
  const dialogs = loadedLaterBy(onDashboard).filter((chunk) => !firstPages.includes(chunk));
  return {
    login,
    loadedLaterBy,
    added,
    weigh,
    pages: new Map(
      Object.entries(readPageFiles(directory).pages).map(([page, files]) => [
        page,
        weighFiles(files),
      ]),
    ),
    dialogs: new Map(dialogs.map((name) => [name, weigh(added([name], onDashboard))])),
  };
}

function weighFiles(files: (string | undefined)[]): number {
  const sizes = files.map((file) => statSync(join(directory, `${file}.gz`)).size);
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}
