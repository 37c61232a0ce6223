import type { QueryState } from '@tanstack/react-query';

const firstMs = 2_000;
const longestMs = 15_000;
/** With the backoff below, 22 polls take about five minutes. */
const maxPolls = 22;

/** Returns a `refetchInterval` for data that a job will complete soon. A new ID from `missingIn` restarts it. */
export function createPolling<Data>(missingIn: (data: Data) => number[]) {
  let missing: number[] = [];
  let countAtStart = 0;
  return ({ state }: { state: QueryState<Data> }): number | false => {
    if (state.data === undefined) return false;
    const count = state.dataUpdateCount + state.errorUpdateCount;
    const found = missingIn(state.data);
    if (found.some((id) => !missing.includes(id))) countAtStart = count;
    missing = found;
    const polls = count - countAtStart;
    if (found.length === 0 || polls >= maxPolls) return false;
    return Math.min(firstMs * 2 ** polls, longestMs);
  };
}
