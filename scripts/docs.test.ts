import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { anchorOf } from './markdown.ts';

const documents = globSync('{*.md,docs/**/*.md}').map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}));
const sources = globSync('{src,scripts,tests,bench,drills,deploy,docs}/**/*', {
  exclude: ['**/node_modules/**'],
});

function find(form: RegExp): { file: string; found: string }[] {
  return documents.flatMap(({ file, text }) =>
    [...text.matchAll(form)].map(([, found = '']) => ({ file, found })),
  );
}

test('every link between documents leads to an existing file and heading', () => {
  const dead = find(/\]\(([^)\s]+)\)/g).filter(({ file, found }) => {
    if (found.startsWith('https:')) return false;
    const [path = '', anchor] = found.split('#');
    const target = path ? join(dirname(file), path) : file;
    if (!existsSync(target)) return true;
    const headings = anchor ? readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm) : [];
    return anchor && ![...headings].some(([, heading = '']) => anchorOf(heading) === anchor);
  });
  expect(dead).toEqual([]);
});

test('every file and folder named in the documents exists', () => {
  const missing = [
    ...find(/`((?:[\w-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|md|css|svg|cfg|service|ya?ml))`/g),
    ...find(/`((?:src|scripts|tests|bench|drills|deploy|docs)\/[\w/.-]+)`/g),
  ].filter(
    ({ found }) => !existsSync(found) && !sources.some((path) => `/${path}`.endsWith(`/${found}`)),
  );
  expect(missing).toEqual([]);
});

test('every guarantee names a test or a drill that exists', () => {
  const text = readFileSync('docs/guarantees.md', 'utf8');
  const rows = text.split('\n').filter((line) => /^\| (?!.*Checked by)/.test(line));
  expect(rows.length).toBeGreaterThan(20);
  const proofs = rows.map((row) => row.split('|').at(-2) ?? '');
  expect(proofs.filter((proof) => !/`[^`]+`/.test(proof))).toEqual([]);
  const named = [...text.matchAll(/drills? ((?:`[\w-]+`(?:, )?)+)/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/`([\w-]+)`/g)].map(([, drill]) => drill),
  );
  expect(named.length).toBeGreaterThan(5);
  const drills = readFileSync('drills/main.ts', 'utf8');
  const unknown = named.filter((drill) => !new RegExp(`^  '?${drill}'?[:,]`, 'm').test(drills));
  expect(unknown).toEqual([]);
});

test('every npm script named in the documents exists', () => {
  const unknown = find(/npm run ([\w:-]+)/g).filter(({ found }) => !(found in manifest.scripts));
  expect(unknown).toEqual([]);
});

test('the features in ARCHITECTURE.md are the server’s folders', () => {
  const text = readFileSync('ARCHITECTURE.md', 'utf8');
  const [, list = ''] = text.match(/in one guess:\n\n([\s\S]+?)\n\n/) ?? [];
  const words = [...list.matchAll(/`([\w-]+)`/g)].map(([, word]) => word);
  const folders = globSync('src/server/*/index.ts').map((file) => basename(dirname(file)));
  expect(words.toSorted()).toEqual(folders.toSorted());
});

test('each decision has its file’s number, and no number is used twice', () => {
  const titles = globSync('docs/decisions/*.md').map((file) => {
    const [, number] = readFileSync(file, 'utf8').match(/^# (\d+)\. /) ?? [];
    return { number, prefix: String(Number.parseInt(basename(file), 10)) };
  });
  expect(titles.filter(({ number, prefix }) => number !== prefix)).toEqual([]);
  expect(new Set(titles.map(({ number }) => number)).size).toBe(titles.length);
});

test('the changelog covers the newest version', () => {
  const [, newest] = readFileSync('CHANGELOG.md', 'utf8').match(/^## (\S+)/m) ?? [];
  expect(newest).toBe(manifest.version);
});
