import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createPolling } from './polling.ts';

/** Answers, one after the other, each with the ids that are missing in it; 'failed' for none. */
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
    // Every render of the page asks as well, and changes nothing by it.
    interval(query);
    return interval(query);
  });
}

test('nothing is asked again while nothing is missing', () => {
  expect(intervalsAfter([[], []])).toEqual([false, false]);
});

test('the pauses grow from two seconds to fifteen', () => {
  expect(intervalsAfter([[1], [1], [1], [1], [1]])).toEqual([2000, 4000, 8000, 15000, 15000]);
});

test('it ends when the last missing one is there', () => {
  expect(intervalsAfter([[1, 2], [2], []])).toEqual([2000, 4000, false]);
});

test('it ends after some minutes, whether the answers came or failed', () => {
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

test('another one that goes missing begins it anew', () => {
  expect(intervalsAfter([[1], [1], [1, 7], [1, 7]])).toEqual([2000, 4000, 2000, 4000]);
});
