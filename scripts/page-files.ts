import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { audienceOf, PAGES, type Page } from '../src/course/pages.ts';

const app = join(import.meta.dirname, '../src/web/app');
/** Beside the built web. Files with a dot are not served. */
const target = '.page-files.json';
const studentGuard = join(app, 'student-guard.tsx');
const preparation = join(app, '../prepare-times.ts');
const pacificTime = join(import.meta.dirname, '../src/course/pacific-time.ts');

export interface PageFiles {
  /** What each page needs besides what index.html names. */
  pages: Readonly<Record<string, string[]>>;
  /** To be run before the others, on pages that need one of these. */
  preparation: { script: string; neededWith: string };
}

/**
 * Writes down which scripts each page needs besides those that index.html names. The server names them in the page it
 * sends, so that they arrive with the first script, which would else ask for them.
 */
export function writePageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: preparation });
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const holding = (module: string) =>
        chunks.find(({ moduleIds }) => moduleIds.includes(module));
      const first = holding(join(app, '../main.tsx'));
      const [script, neededWith] = [holding(preparation), holding(pacificTime)];
      if (!first || !script || !neededWith) throw new Error('The built web lacks a script.');
      const loaded = filesOf(first, bundle);
      const screens = screensOfPages();
      const filesOfPage = (page: Page) => {
        const isStudents = audienceOf(page) === 'students';
        const modules = [screens.get(page), isStudents ? studentGuard : undefined];
        const needed = modules
          .map((module) => module && holding(module))
          .flatMap((chunk) => (chunk ? [...filesOf(chunk, bundle)] : []));
        return [...new Set(needed)].filter((file) => !loaded.has(file));
      };
      const files: PageFiles = {
        pages: Object.fromEntries(Object.values(PAGES).map((page) => [page, filesOfPage(page)])),
        preparation: { script: script.fileName, neededWith: neededWith.fileName },
      };
      this.emitFile({ type: 'asset', fileName: target, source: JSON.stringify(files) });
    },
  };
}

export function readPageFiles(directory: string): PageFiles {
  return JSON.parse(readFileSync(join(directory, target), 'utf8'));
}

/** The chunk with everything that it imports. */
function filesOf(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  found = new Set<string>(),
): Set<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const file of chunk.imports) {
    const imported = bundle[file];
    if (imported?.type === 'chunk') filesOf(imported, bundle, found);
  }
  return found;
}

/** As web/app/pages.ts has them. The login page's is part of the first script. */
function screensOfPages(): Map<Page, string> {
  const source = readFileSync(join(app, 'pages.ts'), 'utf8');
  const entries = source.matchAll(/\[PAGES\.(\w+)\]: lazyPage\([^[]*?import\('([^']+)'\)/g);
  const screens = new Map(
    [...entries].map(([, name, file = '']) => [PAGES[name as keyof typeof PAGES], join(app, file)]),
  );
  const unknown = Object.values(PAGES).filter((page) => !screens.has(page));
  const isLogin = (page: Page) => page === PAGES.home || page === PAGES.login;
  if (!unknown.every(isLogin)) {
    throw new Error(`web/app/pages.ts has no screen to load for ${unknown.join(', ')}.`);
  }
  return screens;
}
