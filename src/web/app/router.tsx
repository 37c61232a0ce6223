import { type AroundNavHandler, Route, Router, Switch, useLocation } from 'wouter';
import { audienceOf, type Page, pageAt } from '../../course/pages.ts';
import { onPageEntry } from '../ui/back-closes-dialogs.ts';
import { PageFrame } from './page-frame.tsx';
import { notFoundPage, pages } from './pages.ts';
import { StudentGuard } from './student-guard.tsx';

const needsStudentGuard = (path: string) => audienceOf(path) === 'students';

/** Fetches the page's script; whether that succeeds is seen when the page is shown. */
export async function preloadPage(path: string): Promise<void> {
  const page = pageAt(path);
  const { Screen } = page ? pages[page] : notFoundPage;
  await Screen.preload?.();
}

/** A new page starts at its top; going back is left to the browser, which knows where one was. */
const startAtTop: AroundNavHandler = (navigate, to, options) =>
  onPageEntry(() => {
    const before = window.location.pathname;
    navigate(to, options);
    if (window.location.pathname !== before) window.scrollTo(0, 0);
  });

function PageAt({ path }: { path: string }) {
  const { Screen, hasHeader, width } = pages[path as Page] ?? notFoundPage;
  return (
    <PageFrame path={path} hasHeader={hasHeader} width={width}>
      {needsStudentGuard(path) ? <StudentGuard path={path} Screen={Screen} /> : <Screen isReady />}
    </PageFrame>
  );
}

function OtherPath() {
  const [path] = useLocation();
  return <PageAt path={path} />;
}

export function AppRouter() {
  return (
    <Router aroundNav={startAtTop}>
      <Switch>
        {Object.keys(pages).map((path) => (
          <Route key={path} path={path}>
            <PageAt path={path} />
          </Route>
        ))}
        <Route>
          <OtherPath />
        </Route>
      </Switch>
    </Router>
  );
}
