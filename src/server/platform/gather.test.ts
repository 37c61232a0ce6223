import { expect, test } from 'vitest';
import { gather } from './gather.ts';

function openDoubling() {
  const runs: number[][] = [];
  const double = gather(async (_context: object, items: number[]) => {
    runs.push(items);
    if (items.includes(0)) throw new Error('zero');
    return items.map((item) => item * 2);
  });
  return { runs, double };
}

test('calls at the same time run together, and each gets its own result', async () => {
  const { runs, double } = openDoubling();
  const context = {};
  expect(await Promise.all([1, 2, 3].map((item) => double(context, item)))).toEqual([2, 4, 6]);
  expect(runs).toEqual([[1, 2, 3]]);
});

test('calls with different contexts run separately', async () => {
  const { runs, double } = openDoubling();
  expect(await Promise.all([double({}, 1), double({}, 2)])).toEqual([2, 4]);
  expect(runs).toEqual([[1], [2]]);
});

test('a call that fails doesn’t make the others fail', async () => {
  const { double } = openDoubling();
  const context = {};
  const settled = await Promise.allSettled([1, 0, 3].map((item) => double(context, item)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
