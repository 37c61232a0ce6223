import type { QueryClient } from '@tanstack/react-query';
import type { PageAnswers } from '../contract/page-calls.ts';

function takeAnswers(): PageAnswers | null {
  const element = document.getElementById('answers');
  // Nothing of whoever is signed in stays in the page when somebody else signs in on it.
  element?.remove();
  return JSON.parse(element?.textContent || 'null');
}

let taken: PageAnswers | null | undefined;

/** What the server sent with the page, so that the page need not ask for it. */
export function pageAnswers(): PageAnswers | null {
  if (taken === undefined) taken = takeAnswers();
  return taken;
}

const fresh = new Set<string>();

export function cacheAnswers(client: QueryClient): void {
  for (const [call, input, answer] of pageAnswers()?.given ?? []) {
    const queryKey = input ? [call, input] : [call];
    client.setQueryData(queryKey, answer);
    const { queryHash = '' } = client.getQueryCache().find({ queryKey }) ?? {};
    fresh.add(queryHash);
  }
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'observerRemoved') fresh.delete(query.queryHash);
  });
}

interface AnyQuery {
  queryHash: string;
}

/**
 * For what is fetched by every page, or whenever it is shown: what came with the page need not be, by the one who shows
 * it first.
 */
export const staleUnlessFromPage = ({ queryHash }: AnyQuery) =>
  fresh.has(queryHash) ? Number.POSITIVE_INFINITY : 0;

export const refetchUnlessFromPage = ({ queryHash }: AnyQuery) =>
  fresh.has(queryHash) ? false : 'always';
