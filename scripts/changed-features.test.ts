import { expect, test } from 'vitest';
import { featuresOf } from './changed-features.ts';

test.each([
  ['src/server/retreats/webhook.ts', 'retreats'],
  ['src/web/retreats/retreat-card.tsx', 'retreats'],
  ['tests/journeys/retreats/retreat-site.journey.ts', 'retreats'],
  ['src/sandbox/zoom/meetings.ts', 'sandbox'],
])('%s belongs to %s', (file, feature) => {
  expect(featuresOf(file)).toEqual([feature]);
});

test('a rule belongs to the features that import it', () => {
  expect(featuresOf('src/course/retreat.ts')).toContain('retreats');
  expect(featuresOf('src/course/retreat.ts')).not.toContain('sign-in');
});

test('a document belongs to no feature', () => {
  expect(featuresOf('README.md')).toEqual([]);
});
