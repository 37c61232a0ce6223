import '../no-break-times.ts';
import { renderToString } from 'react-dom/server';
import type { PageAnswers } from '../../contract/page-calls.ts';
import { writeTimesFor } from '../../course/format-time.ts';
import { setServerTime, stopClock } from '../server-clock.ts';
import { cacheAnswers, renderedZone, type Site, setPage } from '../site.ts';
import { createQueryClient, Providers } from './providers.tsx';
import { AppRouter, preloadPage } from './router.tsx';

writeTimesFor(renderedZone, { isMessage: false });
stopClock(true);

/** `address` is the path with the query string. */
export async function renderPage(
  address: string,
  facts: Site,
  answers: PageAnswers | null,
): Promise<string> {
  const [path = ''] = address.split('?');
  await preloadPage(path);
  // Don't use `await` from here on, so that concurrent renders can't see each other's data.
  setPage(facts, answers);
  setServerTime(facts.now);
  const client = createQueryClient();
  cacheAnswers(client);
  const html = renderToString(
    <Providers client={client}>
      <AppRouter address={address} />
    </Providers>,
  );
  // React leaves this marker where a component threw.
  if (html.includes('<!--$!-->')) throw new Error(`${path} can only be rendered in a browser`);
  return html;
}
