import './ui/theme.css';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { AppRouter, preloadPage } from './app/router.tsx';
import { pageSentAt, setServerTime } from './server-clock.ts';
import { site } from './site.ts';

setServerTime(site.now, pageSentAt());
preloadPage(window.location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

createRoot(root).render(
  <Providers>
    <AppRouter />
  </Providers>,
);
