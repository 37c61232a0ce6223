import { expect, test } from 'vitest';
import { gather } from './gather.ts';

function recorded(groupOf?: (one: string) => string, most?: number) {
  const runs: string[][] = [];
  const call = gather(
    async (all: string[]) => {
      runs.push(all);
      if (all.includes('bad')) throw new Error('no');
      return all.map((one) => one.toUpperCase());
    },
    groupOf,
    most,
  );
  return { runs, callAll: (...all: string[]) => Promise.all(all.map(call)) };
}

test('calls of the same moment share a run, and each gets its own result', async () => {
  const { runs, callAll } = recorded();
  expect(await callAll('a', 'b')).toEqual(['A', 'B']);
  expect(await callAll('c')).toEqual(['C']);
  expect(runs).toEqual([['a', 'b'], ['c']]);
});

test('calls of different groups don’t share a run or its failure', async () => {
  const { runs, callAll } = recorded((one) => `${one === 'bad'}`);
  const [failed, good] = await Promise.allSettled([callAll('bad'), callAll('a', 'b')]);
  expect([failed.status, good.status]).toEqual(['rejected', 'fulfilled']);
  expect(runs).toEqual([['bad'], ['a', 'b']]);
});

test('a run has no more calls than it may', async () => {
  const { runs, callAll } = recorded(undefined, 2);
  expect(await callAll('a', 'b', 'c', 'd', 'e')).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(runs).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});
