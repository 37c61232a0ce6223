import { expect, test } from 'vitest';
import { gather, gatherWith } from './gather.ts';

type Options = Parameters<typeof gather<string, string>>[1];

function recorded(options?: Options) {
  const runs: string[][] = [];
  const run = async (all: string[]) => {
    runs.push(all);
    if (all.includes('bad')) throw new Error('no');
    return all.map((one) => one.toUpperCase());
  };
  const call = gather(run, options);
  return { run, runs, callAll: (...all: string[]) => Promise.all(all.map(call)), call };
}

test('calls of the same moment share a run, and each gets its own result', async () => {
  const { runs, callAll } = recorded();
  expect(await callAll('a', 'b')).toEqual(['A', 'B']);
  expect(await callAll('c')).toEqual(['C']);
  expect(runs).toEqual([['a', 'b'], ['c']]);
});

test('calls of different groups don’t share a run or its failure', async () => {
  const { runs, callAll } = recorded({ groupOf: (one) => `${one === 'bad'}` });
  const [failed, good] = await Promise.allSettled([callAll('bad'), callAll('a', 'b')]);
  expect([failed.status, good.status]).toEqual(['rejected', 'fulfilled']);
  expect(runs).toEqual([['bad'], ['a', 'b']]);
});

test('a run has no more calls than it may', async () => {
  const { runs, callAll } = recorded({ most: 2 });
  expect(await callAll('a', 'b', 'c', 'd', 'e')).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(runs).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

const statusesOf = async (calls: Promise<string>[]) =>
  (await Promise.allSettled(calls)).map(({ status }) => status);

test('if a run fails, all of its calls fail', async () => {
  const { call } = recorded();
  expect(await statusesOf(['a', 'bad', 'c'].map(call))).toEqual(Array(3).fill('rejected'));
});

test('if an idempotent run fails, each of its calls runs on its own', async () => {
  const { call } = recorded({ isIdempotent: true });
  const expected = ['fulfilled', 'rejected', 'fulfilled'];
  expect(await statusesOf(['a', 'bad', 'c'].map(call))).toEqual(expected);
});

test('calls with different contexts run separately', async () => {
  const { run, runs } = recorded();
  const call = gatherWith((_context: object, all: string[]) => run(all));
  expect(await Promise.all([call({}, 'a'), call({}, 'b')])).toEqual(['A', 'B']);
  expect(runs).toEqual([['a'], ['b']]);
});
