import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, errorMessage } from '../api.ts';
import { LoadFailed } from './notice.tsx';
import { usePageTitle } from './page-title.ts';
import { classNames } from './styles.ts';
import { TextLink } from './text-link.tsx';

const widths = {
  narrow: 'max-w-160',
  medium: 'max-w-160 lg:max-w-250',
  wide: 'max-w-360',
};

export type PageWidth = keyof typeof widths;

interface PageLayoutProps {
  header: ReactNode;
  children: ReactNode;
  width: PageWidth;
}

export function PageLayout({ header, children, width }: PageLayoutProps) {
  const column = 'mx-auto w-full px-5';
  // The header keeps its place when people go from a wide page to a narrow one.
  const headerWidth = widths[width === 'narrow' ? 'medium' : width];
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-70 rounded-control bg-card px-4 py-3 font-semibold shadow-floating not-focus:sr-only"
      >
        Skip to content
      </a>
      {header && (
        // The staff header needs more room than a narrow page has.
        <header
          className={classNames(column, headerWidth, 'has-data-staff:max-w-360 print:hidden')}
        >
          {header}
        </header>
      )}
      {/* The bottom padding leaves room for a toast. */}
      <main
        id="main"
        tabIndex={-1}
        className={`${column} ${widths[width]} flex flex-1 flex-col pt-5 pb-28`}
      >
        {children}
      </main>
    </div>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 48 30"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      className={className}
      aria-hidden
    >
      <path d="M4.7 20.8a20.5 20.5 0 0 1 38.6 0" stroke="#a9cfe8" />
      <path d="M9.6 23.6a14.75 14.75 0 0 1 28.8 0" stroke="#5ba6d6" />
      <path d="M14.75 28a9.25 9.25 0 0 1 18.5 0M2 28h44" stroke="#1b76b4" />
    </svg>
  );
}

type PageName = { href: string; name: string };

export function BackLink({ href, name }: PageName) {
  return (
    <p className="mb-1 text-sm sm:mb-2 print:hidden">
      <TextLink href={href} className="inline-flex min-h-11 items-center pointer-fine:min-h-0">
        <ArrowLeft aria-hidden className="mr-1 size-4" />
        {name}
      </TextLink>
    </p>
  );
}

interface StaffPageHeadProps {
  title: string;
  children: ReactNode;
  from?: PageName | undefined;
}

export function StaffPageHead({ title, children, from }: StaffPageHeadProps) {
  usePageTitle(title);
  return (
    <>
      {from && <BackLink {...from} />}
      <div className="mb-3 flex-wrap items-baseline gap-x-3 md:not-has-[p]:flex">
        <h1 className="text-2xl">{title}</h1>
        <div className="text-muted">{children}</div>
      </div>
    </>
  );
}

interface StaffPageFailureProps {
  noun: 'Class' | 'Person';
  error: Error;
  onRetry: () => void;
}

export const isNotFound = (error: Error | null) =>
  error instanceof ApiError && error.status === 404;

export function StaffPageFailure({ noun, error, onRetry }: StaffPageFailureProps) {
  const thing = noun.toLowerCase();
  if (isNotFound(error)) {
    return (
      <StaffPageHead title={`${noun} not found`}>
        {errorMessage(error, `We couldn’t find this ${thing}.`)}
      </StaffPageHead>
    );
  }
  return (
    <LoadFailed
      level={1}
      title={`We couldn’t load this ${thing}`}
      error={error}
      onRetry={onRetry}
    />
  );
}
