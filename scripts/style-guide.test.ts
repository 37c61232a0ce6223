import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readAll = (pattern: string) => globSync(pattern).map((path) => readFileSync(path, 'utf8'));

const exceptions = {
  MissingSubject: 'only shows a toast',
  Toaster: 'the style guide’s providers show it',
};

test('the style guide shows every part of ui', () => {
  const parts = readAll('src/web/ui/*.tsx')
    .flatMap((text) => text.split(/^(?=export function [A-Z])/m))
    .filter((text) => text.startsWith('export function'))
    .map((text) => ({ name: text.split(/\W/)[2] ?? '', text }));
  const hidden = new Map(parts.map((part) => [part.name, part]));
  expect(hidden.size).toBeGreaterThan(60);
  // The style guide also opens the broadcast dialog, which has forms with two steps.
  const shown = readAll('src/web/{testing/style-guide/*,broadcasts/broadcast-dialog}.tsx');
  // The list grows, because what a shown part renders is shown, too.
  for (const text of shown) {
    for (const part of hidden.values()) {
      if (!new RegExp(`<${part.name}\\b`).test(text)) continue;
      hidden.delete(part.name);
      shown.push(part.text);
    }
  }
  expect([...hidden.keys()].toSorted()).toEqual(Object.keys(exceptions));
});
