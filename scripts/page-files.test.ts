import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { PAGES } from '../src/course/pages.ts';
import { buildWebIfStale } from './build-web.ts';
import { readPageFiles } from './page-files.ts';

const directory = 'dist/web';

beforeAll(() => buildWebIfStale(() => {}), 60_000);

test.each([PAGES.schedule, PAGES.onboarding])(
  'each larger script of %s says that it is to be compiled while it arrives',
  (page) => {
    const html = readFileSync(join(directory, 'index.html'), 'utf8');
    const first = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
      ([, file = '']) => file,
    );
    const files = [...first, ...(readPageFiles(directory).pages[page] ?? [])]
      .map((file) => join(directory, file))
      .filter((file) => statSync(file).size > 4000);
    expect(files.length).toBeGreaterThan(4);
    const lazy = files.filter((file) => !readFileSync(file, 'utf8').startsWith('//# allFunctions'));
    expect(lazy).toEqual([]);
  },
);
