import './no-break-times.ts';
import './ui/theme.css';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { createQueryClient } from './app/query-client.ts';
import { AppRouter, preloadPage } from './app/router.tsx';
import { cacheAnswers, pageAnswers } from './page-answers.ts';
import { pageSentAt, setServerTime } from './server-clock.ts';
import { site } from './site.ts';
import { startDialogHistory } from './ui/back-closes-dialogs.ts';

setServerTime(site.now, pageSentAt());

// The router would arrive there too, by way of another page. Whoever was on their way somewhere goes on by the router.
const { goTo } = pageAnswers() ?? {};
if (goTo && !window.history.state) window.history.replaceState(null, '', goTo);

const client = createQueryClient();
cacheAnswers(client);
startDialogHistory();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

// The page's own spinner stands until then: no other page is seen on the way.
preloadPage(window.location.pathname).then(() =>
  createRoot(root).render(
    <Providers client={client}>
      <AppRouter />
    </Providers>,
  ),
);
