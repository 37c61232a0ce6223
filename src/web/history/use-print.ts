import { useState } from 'react';
import type { useTimeline } from './queries.ts';

/** Prints the page with the whole of the timeline: what is not loaded yet is fetched before. */
export function usePrint({ hasNextPage, fetchNextPage }: ReturnType<typeof useTimeline>) {
  const [isPreparing, setPreparing] = useState(false);
  const print = async () => {
    if (isPreparing) return;
    setPreparing(true);
    let isMore = hasNextPage;
    while (isMore) {
      const page = await fetchNextPage();
      isMore = page.hasNextPage && !page.isError;
    }
    setPreparing(false);
    // Once the last page is on the screen.
    setTimeout(() => window.print());
  };
  return { print, isPreparing };
}
