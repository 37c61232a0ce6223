import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { audienceOf, PAGES, type Page } from '../src/course/pages.ts';

const app = join(import.meta.dirname, '../src/web/app');
/** Beside the built web. Files with a dot are not served. */
const target = '.page-files.json';
const studentGuard = join(app, 'student-guard.tsx');

/**
 * Writes down which scripts each page needs besides those that index.html names. The server names them in the page it
 * sends, so that they arrive with the first script, which would else ask for them.
 */
export function writePageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const first = chunks.find(({ isEntry }) => isEntry);
      if (!first) throw new Error('The built web has no first script.');
      const loaded = filesOf(first, bundle);
      const screens = screensOfPages();
      const filesOfPage = (page: Page) => {
        const isStudents = audienceOf(page) === 'students';
        const modules = [screens.get(page), isStudents ? studentGuard : undefined];
        const needed = modules
          .map((module) => chunks.find(({ moduleIds }) => module && moduleIds.includes(module)))
          .flatMap((chunk) => (chunk ? [...filesOf(chunk, bundle)] : []));
        return [...new Set(needed)].filter((file) => !loaded.has(file));
      };
      const pages = Object.values(PAGES).map((page) => [page, filesOfPage(page)]);
      const source = JSON.stringify(Object.fromEntries(pages));
      this.emitFile({ type: 'asset', fileName: target, source });
    },
  };
}

export function readPageFiles(directory: string): Readonly<Record<string, string[]>> {
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
