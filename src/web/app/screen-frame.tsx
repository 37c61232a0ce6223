import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import { PageLayout } from '../ui/page-layout.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Header } from './header.tsx';

interface ScreenFrameProps {
  children: ReactNode;
  header?: ReactNode;
  width?: 'narrow' | 'wide';
}

/** What stays in place while the screen inside it loads, fails or changes. `header={null}` leaves it out. */
export function ScreenFrame({ children, header = <Header />, width = 'narrow' }: ScreenFrameProps) {
  const [path] = useLocation();
  return (
    <PageLayout header={header} width={width}>
      <ErrorBoundary key={path}>
        <Suspense fallback={<Spinner label="Loading…" className="m-auto" late />}>
          {children}
        </Suspense>
      </ErrorBoundary>
    </PageLayout>
  );
}
