import './no-break-times.ts';
import './ui/theme.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { deviceTimeZone } from '../course/format-time.ts';
import { PAGES } from '../course/pages.ts';
import { isPacificAllYear } from '../course/time-zone.ts';
import { takeEarlyClick } from './app/early-click.ts';
import { keepOfflineCopy, pageOpenedAt } from './app/offline-copy.ts';
import { createQueryClient, Providers } from './app/providers.tsx';
import { AppRouter, preloadPage } from './app/router.tsx';
import { now, pageSentAt, setServerTime, stopClock } from './server-clock.ts';
import { cacheAnswers, pageAnswers, readCopiedAt, renderedZone } from './site.ts';
import { startDialogHistory } from './ui/back-closes-dialogs.ts';
import { tryStorage } from './ui/browser.ts';

setServerTime(pageOpenedAt(), pageSentAt());

// Go to the right page right away. If there is history state, such as `returnTo`, the router redirects later.
const { goTo } = pageAnswers ?? {};
if (goTo && !window.history.state) window.history.replaceState(null, '', goTo);

// Remove this user's data from the page, in case someone else signs in.
document.getElementById('answers')?.remove();

const client = createQueryClient();
cacheAnswers(client);
startDialogHistory();
if (import.meta.env.PROD) window.addEventListener('load', () => keepOfflineCopy(client));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

/**
 * Returns whether this browser would render the same HTML as the server, which doesn't know where the reader is today
 * or what is in this tab's session storage.
 */
function isAsRendered({ dataset }: HTMLElement): boolean {
  if (dataset.path !== window.location.pathname || readCopiedAt()) return false;
  const [zone, device] = [renderedZone(), deviceTimeZone()];
  // Of the pages that anyone can open, only this one has class times.
  const hasTimes = pageAnswers !== null || dataset.path === PAGES.yourSchedule;
  if (hasTimes && !(zone ? zone === device : isPacificAllYear(device, now()))) return false;
  return !tryStorage(() => sessionStorage.length);
}

const app = (
  <Providers client={client}>
    <AppRouter />
  </Providers>
);

preloadPage(window.location.pathname).then(() => {
  const isHydrated = isAsRendered(root);
  if (isHydrated) stopClock(true);
  // A transition leaves room for scrolling and taps while React takes over the page.
  startTransition(() => {
    takeEarlyClick();
    if (isHydrated) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
});
