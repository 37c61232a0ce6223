import { type AroundNavHandler, Route, Router, Switch } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { site } from '../site.ts';
import { loadLazily } from '../ui/load-lazily.ts';
import { ScreenFrame } from './screen-frame.tsx';

const StartScreen = loadLazily(() =>
  import('../public-pages/start-screen.tsx').then((part) => part.StartScreen),
);
const NotFoundScreen = loadLazily(() =>
  import('../public-pages/not-found-screen.tsx').then((part) => part.NotFoundScreen),
);

/** A new page starts at its top; going back is left to the browser, which knows where one was. */
const startAtTop: AroundNavHandler = (navigate, to, options) => {
  const before = window.location.pathname;
  navigate(to, options);
  if (window.location.pathname !== before) window.scrollTo(0, 0);
};

const start = (
  <ScreenFrame header={null}>
    <StartScreen organisation={site.organisation} parentOrganisation={site.parentOrganisation} />
  </ScreenFrame>
);

export function AppRouter() {
  return (
    <Router aroundNav={startAtTop}>
      <Switch>
        <Route path={PAGES.home}>{start}</Route>
        <Route path={PAGES.login}>{start}</Route>
        <Route>
          <ScreenFrame>
            <NotFoundScreen />
          </ScreenFrame>
        </Route>
      </Switch>
    </Router>
  );
}
