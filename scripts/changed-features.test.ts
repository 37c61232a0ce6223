import { expect, test } from 'vitest';
import { namesOf } from './changed-features.ts';

test.each([
  ['src/server/retreats/webhook.ts', 'retreats/'],
  ['src/web/retreats/retreat-card.tsx', 'retreats/'],
  ['tests/journeys/retreats/retreat-site.journey.ts', 'retreats/'],
  ['src/sandbox/zoom/meetings.ts', 'sandbox/'],
])('%s is tested in %s', (file, folder) => {
  expect(namesOf(file)).toEqual([folder]);
});

test.each([
  ['src/course/wishes.ts', '/wish'],
  ['src/course/wishes.test.ts', '/wish'],
  ['src/contract/retreats.ts', '/retreat'],
  ['src/course/undo-move.ts', '/undo-move'],
])('%s is tested wherever the path has %s', (file, name) => {
  expect(namesOf(file)).toEqual([name]);
});

test('a document is tested by no feature', () => {
  expect(namesOf('README.md')).toEqual([]);
});
