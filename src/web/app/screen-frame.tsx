import { type ReactNode, Suspense } from 'react';
import { isProtectedPage } from '../../course/journey.ts';
import { AuthProvider } from '../auth.tsx';
import { PageLayout } from '../ui/page-layout.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Guard } from './guard.tsx';
import { Header } from './header.tsx';

interface ScreenFrameProps {
  /** The address whose rules hold: that of the route, not a visitor's own spelling of it. */
  page: string;
  children: ReactNode;
  bare?: boolean;
  width?: 'narrow' | 'wide';
}

/** What stays in place while the screen inside it loads, fails or changes. `bare` leaves the header out. */
export function ScreenFrame({ page, children, bare = false, width = 'narrow' }: ScreenFrameProps) {
  const header = bare ? null : <Header expectsUser={isProtectedPage(page)} />;
  return (
    <AuthProvider key={page}>
      <PageLayout header={header} width={width}>
        <ErrorBoundary>
          <Suspense fallback={<Spinner label="Loading…" className="m-auto" late />}>
            <Guard page={page}>{children}</Guard>
          </Suspense>
        </ErrorBoundary>
      </PageLayout>
    </AuthProvider>
  );
}
