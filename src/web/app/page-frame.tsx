import { type ReactNode, Suspense } from 'react';
import { AuthProvider } from '../auth.tsx';
import { PageLayout, type PageWidth } from '../ui/page-layout.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Guard } from './guard.tsx';
import { Header } from './header.tsx';

interface PageFrameProps {
  /** That of the route, not a visitor's own spelling of it. */
  path: string;
  hasHeader: boolean;
  width: PageWidth;
  children: ReactNode;
}

/** What stays mounted while the screen inside it loads, fails or changes. */
export function PageFrame({ path, hasHeader, width, children }: PageFrameProps) {
  return (
    <AuthProvider key={path}>
      <PageLayout header={hasHeader && <Header path={path} />} width={width}>
        <ErrorBoundary>
          <Suspense fallback={<PageSpinner />}>
            <Guard path={path}>{children}</Guard>
          </Suspense>
        </ErrorBoundary>
      </PageLayout>
    </AuthProvider>
  );
}
