import './ui/theme.css';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { AppRouter, loadPageEarly } from './app/router.tsx';
import { learnServerTime, pageSentAt } from './server-clock.ts';
import { site } from './site.ts';

learnServerTime(site.now, pageSentAt());
loadPageEarly(window.location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

createRoot(root).render(
  <Providers>
    <AppRouter />
  </Providers>,
);
