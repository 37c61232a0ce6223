import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createPolling } from './polling.ts';

/** Each response is a list of missing IDs or a failure. */
function intervalsAfter(answers: (number[] | 'failed')[]): (number | false)[] {
  const interval = createPolling((missing: number[]) => missing);
  const query = new QueryClient()
    .getQueryCache()
    .build<number[]>(new QueryClient(), { queryKey: [] });
  return answers.map((answer) => {
    const { dataUpdateCount, errorUpdateCount } = query.state;
    query.setState(
      answer === 'failed'
        ? { errorUpdateCount: errorUpdateCount + 1 }
        : { data: answer, dataUpdateCount: dataUpdateCount + 1 },
    );
    // Every render calls this too, which must not change the interval.
    interval(query);
    return interval(query);
  });
}

test('nothing is polled if nothing is missing', () => {
  expect(intervalsAfter([[], []])).toEqual([false, false]);
});

test('the interval grows from 2 to 15 seconds', () => {
  expect(intervalsAfter([[1], [1], [1], [1], [1]])).toEqual([2000, 4000, 8000, 15000, 15000]);
});

test('polling stops once nothing is missing', () => {
  expect(intervalsAfter([[1, 2], [2], []])).toEqual([2000, 4000, false]);
});

test('polling stops after about five minutes, even if calls fail', () => {
  const answers = [
    [1],
    ...Array.from({ length: 30 }, (_, n) => (n % 2 ? [1] : ('failed' as const))),
  ];
  const pauses = intervalsAfter(answers).filter((pause) => pause !== false);
  const minutes = pauses.reduce((sum, pause) => sum + pause, 0) / 60_000;
  expect(minutes).toBeGreaterThan(4);
  expect(minutes).toBeLessThan(6);
  expect(intervalsAfter(answers).at(-1)).toBe(false);
});

test('a newly missing id starts polling over', () => {
  expect(intervalsAfter([[1], [1], [1, 7], [1, 7]])).toEqual([2000, 4000, 2000, 4000]);
});
