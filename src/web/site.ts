import type { QueryClient } from '@tanstack/react-query';
import type { User } from '../contract/accounts.ts';
import type { GivenAnswer, PageAnswers } from '../contract/page-calls.ts';

/** The server writes this into every page. */
export interface Site {
  organization: string;
  parentOrganization: string;
  courseShortName: string;
  supportEmail: string;
  retreatSite: string;
  /** For example, 'the United States and Canada'. */
  textCountries: string;
  retreatCode: string;
  /** The first class that students choose in the portal. */
  firstClass: number;
  staffPasskeys: 'off' | 'optional' | 'required';
  /** The last day a class may be moved to, if the operator has set one. */
  classEditLatest: string | null;
  /** The server's time when it sent the page, in ISO format. */
  now: string;
  /** Whether the page request included a session cookie, even if the cookie is invalid. */
  hasSession: boolean;
}

const readJson = (id: string) =>
  typeof document === 'undefined'
    ? null
    : JSON.parse(document.getElementById(id)?.textContent || 'null');

export const site: Site = readJson('site') ?? {};

/** Returns when this offline copy was made, by the browser's clock, or undefined if the page isn't a copy. */
export function readCopiedAt(): number | undefined {
  return Number(globalThis.document?.documentElement.dataset.copiedAt) || undefined;
}

export let pageAnswers: PageAnswers | null = readJson('answers');

const fresh = new Set<string>();

/** Replaces the settings and responses before the server renders another page. */
export function setPage(facts: Site, answers: PageAnswers | null): void {
  Object.assign(site, facts);
  pageAnswers = answers;
  fresh.clear();
}

/** Returns the time zone in which the server renders the page, or null if it doesn't know the person's. */
export function renderedZone(): string | null {
  const [, , user] = pageAnswers?.given.find(([call]) => call === 'GET /api/user') ?? [];
  return (user as User | undefined)?.timeZone ?? null;
}

const noOne: GivenAnswer = ['GET /api/user', null, null];

/** Caches the responses that came with the page. Without a session cookie, caches that no one is signed in. */
export function cacheAnswers(client: QueryClient): void {
  for (const [call, input, answer] of site.hasSession ? (pageAnswers?.given ?? []) : [noOne]) {
    const queryKey = input ? [call, input] : [call];
    client.setQueryData(queryKey, answer);
    const { queryHash = '' } = client.getQueryCache().find({ queryKey }) ?? {};
    fresh.add(queryHash);
  }
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'observerRemoved') fresh.delete(query.queryHash);
  });
}

/** Makes a query refetch on every mount, except on the first one if the response came with the page. */
export const staleUnlessFromPage = ({ queryHash }: { queryHash: string }) =>
  fresh.has(queryHash) ? Number.POSITIVE_INFINITY : 0;

export const refetchUnlessFromPage = ({ queryHash }: { queryHash: string }) =>
  fresh.has(queryHash) ? false : 'always';
