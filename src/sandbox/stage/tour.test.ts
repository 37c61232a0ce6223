import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTour } from './tour.ts';

test('the tour continues where it stopped, can be closed at any step, and starts over', () => {
  const directory = mkdtempSync(join(tmpdir(), 'course-portal-tour-'));
  const file = join(directory, 'tour.json');
  const tour = openTour(file);
  expect(tour.step()).toBe(0);
  tour.move('next');
  tour.move('next');
  tour.move('back');
  tour.move('next');
  expect(openTour(file).step()).toBe(2);
  tour.move('away');
  expect(openTour(file).step()).toBeNull();
  tour.move('again');
  expect(tour.step()).toBe(1);
  for (let step = 1; step <= 6; step += 1) tour.move('next');
  expect(tour.step()).toBeNull();
  rmSync(directory, { recursive: true });
});
