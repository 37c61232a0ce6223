import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findComments, findTexts, readAll, type Text } from './texts.ts';

const avoided: [RegExp, string][] = [
  [/\bwho(m|so)?ever\b/i, 'people who …, anyone who …'],
  [/\b(some|no|any)body\b/i, 'someone, no one, anyone'],
  [/\b(there|here|where)(of|in|by|upon)\b/i, 'name the thing'],
  [/\b(is|are|was|were) to be\b/i, 'should be, will be, or an active sentence'],
  [/, of (which|whom|those|them)\b/i, 'two sentences'],
  [/\banew\b/i, 'again, a new …'],
  [/\b(is|are|was|were) told\b/i, 'gets an email, sees, knows'],
  [/\bnot yet known\b|\bit is not known\b/i, 'we don’t know'],
  [
    /\bcancell(ed|ing)\b|\borganis|\blicence\b|\bcolour|\bcentre\b|\brecognis/i,
    'American spelling',
  ],
];

const avoidedInComments: [RegExp, string][] = [[/^Answers\b/, 'Returns']];

/** In these places, the word is the name of a system account. */
const allowed = [/`nobody`/];

function findAvoided(texts: Text[], words: [RegExp, string][]): string[] {
  return texts.flatMap(({ file, line, text }) =>
    words
      .filter(([word]) => word.test(text) && !allowed.some((place) => place.test(text)))
      .map(([, better]) => `${file}:${line} “${text}” (better: ${better})`),
  );
}

test('texts that people read use everyday words', () => {
  expect(findAvoided(readAll(findTexts), avoided)).toEqual([]);
});

test('comments use everyday words', () => {
  expect(findAvoided(readAll(findComments), [...avoided, ...avoidedInComments])).toEqual([]);
});

test('documents use everyday words', () => {
  const lines = globSync('{*.md,docs/**/*.md}').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((text, index) => ({ file, line: index + 1, text })),
  );
  expect(findAvoided(lines, avoided)).toEqual([]);
});
