import type { QueryClient } from '@tanstack/react-query';
import { isStaff } from '../../course/roles.ts';
import { getCachedUser } from '../auth.tsx';
import { readCopiedAt, site } from '../site.ts';
import { settledAfterMs } from '../ui/load-lazily.ts';

/** Returns the time by the server's clock. `site.now` may be days old in an offline copy, so this adds its age. */
export function pageOpenedAt(): string {
  const ageMs = Date.now() - (readCopiedAt() ?? Date.now());
  return new Date(Date.parse(site.now) + ageMs).toISOString();
}

const shown = /^GET \/api\/(user|schedule|retreat-registration|alumni\/classes)$/;
const changeMs = 1_000;

export function keepOfflineCopy(client: QueryClient): void {
  const worker = navigator.serviceWorker;
  if (!worker) return;
  if (readCopiedAt()) window.addEventListener('online', () => window.location.reload());
  const queries = client.getQueryCache();
  const seen = new Map(queries.getAll().map((query) => [query.queryHash, query.state.data]));
  const send = (hasChanged: boolean) => {
    const user = getCachedUser(client);
    if (user && isStaff(user.role)) return;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const assets = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`));
    worker.controller?.postMessage({ assets, hasChanged });
  };
  let timer: ReturnType<typeof setTimeout>;
  const sendSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(send, changeMs, true);
  };
  queries.subscribe(({ type, query }) => {
    const { queryHash, queryKey, state } = query;
    if (type !== 'updated' || seen.get(queryHash) === state.data) return;
    seen.set(queryHash, state.data);
    if (shown.test(String(queryKey[0]))) sendSoon();
  });
  worker.addEventListener('controllerchange', sendSoon);
  setTimeout(() => worker.register('/service-worker.js').catch(() => undefined), settledAfterMs);
  // Dialogs start preloading after `settledAfterMs`, so wait longer to include their scripts in the copy.
  setTimeout(send, 2 * settledAfterMs, false);
}
