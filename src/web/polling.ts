import type { QueryState } from '@tanstack/react-query';

const shortestMs = 2_000;
const longestMs = 15_000;
/** About five minutes. */
const mostPolls = 22;

/**
 * A `refetchInterval` for data in which something is missing that a job on the server is about to create.
 * It grows from 2 to 15 seconds and ends after some minutes; another missing id starts it again.
 * TanStack does not fetch while the page is hidden.
 */
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
    if (found.length === 0 || polls >= mostPolls) return false;
    return Math.min(shortestMs * 2 ** polls, longestMs);
  };
}
