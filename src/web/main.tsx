import './no-break-times.ts';
import './ui/theme.css';
import { createRoot } from 'react-dom/client';
import { createQueryClient, Providers } from './app/providers.tsx';
import { AppRouter, preloadPage } from './app/router.tsx';
import { pageSentAt, setServerTime } from './server-clock.ts';
import { cacheAnswers, pageAnswers, site } from './site.ts';
import { startDialogHistory } from './ui/back-closes-dialogs.ts';

setServerTime(site.now, pageSentAt());

// Changes the URL before the first render, which saves a redirect. With history state, the router has to redirect.
const { goTo } = pageAnswers ?? {};
if (goTo && !window.history.state) window.history.replaceState(null, '', goTo);

const client = createQueryClient();
cacheAnswers(client);
startDialogHistory();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

// Until the page's script is loaded, index.html shows a spinner.
preloadPage(window.location.pathname).then(() =>
  createRoot(root).render(
    <Providers client={client}>
      <AppRouter />
    </Providers>,
  ),
);
