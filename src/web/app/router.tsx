import { Suspense } from 'react';
import { type AroundNavHandler, Route, Router, Switch, useLocation } from 'wouter';
import { audienceOf, type Page, pageAt } from '../../course/pages.ts';
import { AuthProvider } from '../auth.tsx';
import { onPageEntry } from '../ui/back-closes-dialogs.ts';
import { PageLayout } from '../ui/page-layout.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Guard, StudentGuard } from './guard.tsx';
import { Header } from './header.tsx';
import { OfflineNote } from './offline-note.tsx';
import { notFoundPage, pages } from './pages.ts';

/** Never rejects. If the script couldn't be loaded, the page shows an error when it opens. */
export async function preloadPage(path: string): Promise<void> {
  const page = pageAt(path);
  const { Screen } = page ? pages[page] : notFoundPage;
  await Screen.preload?.();
}

const startAtTop: AroundNavHandler = (navigate, to, options) =>
  onPageEntry(() => {
    const before = window.location.pathname;
    navigate(to, options);
    if (window.location.pathname !== before) window.scrollTo(0, 0);
  });

/** `path` is the route pattern, for example '/admin/classes/:id', or the URL's path if no route matches. */
function PageAt({ path }: { path: string }) {
  const { Screen, hasHeader, width } = pages[path as Page] ?? notFoundPage;
  const isForStudents = audienceOf(path) === 'students';
  return (
    <AuthProvider key={path}>
      <PageLayout header={hasHeader && <Header path={path} />} width={width}>
        <OfflineNote path={path} />
        <ErrorBoundary>
          <Suspense fallback={<PageSpinner />}>
            <Guard path={path}>
              {isForStudents ? <StudentGuard path={path} Screen={Screen} /> : <Screen isReady />}
            </Guard>
          </Suspense>
        </ErrorBoundary>
      </PageLayout>
    </AuthProvider>
  );
}

function OtherPath() {
  const [path] = useLocation();
  return <PageAt path={path} />;
}

/** `address` is the path with the query string. It isn't set in the browser, where the router reads the URL. */
export function AppRouter({ address }: { address?: string }) {
  return (
    <Router aroundNav={startAtTop} {...(address && { ssrPath: address })}>
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
