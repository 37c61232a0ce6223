import './no-break-times.ts';
import './ui/theme.css';
import { createRoot } from 'react-dom/client';
import { createQueryClient, Providers } from './app/providers.tsx';
import { AppRouter, preloadPage } from './app/router.tsx';
import { pageSentAt, setServerTime } from './server-clock.ts';
import { cacheAnswers, pageAnswers, site } from './site.ts';
import { startDialogHistory } from './ui/back-closes-dialogs.ts';

setServerTime(site.now, pageSentAt());

// Open the right page at once. If there is history state, such as `returnTo`, the router redirects later instead.
const { goTo } = pageAnswers ?? {};
if (goTo && !window.history.state) window.history.replaceState(null, '', goTo);

const client = createQueryClient();
cacheAnswers(client);
startDialogHistory();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

// index.html shows a spinner until the page's script has loaded.
preloadPage(window.location.pathname).then(() =>
  createRoot(root).render(
    <Providers client={client}>
      <AppRouter />
    </Providers>,
  ),
);
