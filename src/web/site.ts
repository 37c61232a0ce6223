import type { QueryClient } from '@tanstack/react-query';
import type { PageAnswers } from '../contract/page-calls.ts';

/** What differs between one operator of the portal and another. The server writes it into every page. */
interface Site {
  organization: string;
  parentOrganization: string;
  courseShortName: string;
  supportEmail: string;
  retreatSite: string;
  /** Where we can send texts: 'the United States and Canada'. */
  textCountries: string;
  /** The code for a free first retreat. */
  retreatCode: string;
  /** The number of the first class that students choose here. */
  firstClass: number;
  /** The last day a class may be moved to, if the operator has set one. */
  classEditLatest: string | null;
  /** The server's time when it sent the page, ISO. */
  now: string;
  /** Whether the page's request had a session cookie, valid or not. */
  hasSession: boolean;
}

const readJson = (id: string) => JSON.parse(document.getElementById(id)?.textContent || 'null');

export const site: Site = readJson('site');

/** Responses that the server sent with the page, so the page doesn't have to ask for them. */
export const pageAnswers: PageAnswers | null = readJson('answers');
// If someone else signs in on this page, nothing of this user's must be left in it.
document.getElementById('answers')?.remove();

const fresh = new Set<string>();

export function cacheAnswers(client: QueryClient): void {
  for (const [call, input, answer] of pageAnswers?.given ?? []) {
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

/** For queries that every mount refetches: the first mount uses what came with the page. */
export const staleUnlessFromPage = ({ queryHash }: AnyQuery) =>
  fresh.has(queryHash) ? Number.POSITIVE_INFINITY : 0;

export const refetchUnlessFromPage = ({ queryHash }: AnyQuery) =>
  fresh.has(queryHash) ? false : 'always';
