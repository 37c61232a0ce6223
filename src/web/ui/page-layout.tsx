import type { ReactNode } from 'react';
import { classNames } from './styles.ts';

/** Of the column that a page and its header share. */
const widths = {
  narrow: 'max-w-160',
  /** Narrow, unless there is room for two things beside each other. */
  medium: 'max-w-160 lg:max-w-250',
  wide: 'max-w-360',
};

export type PageWidth = keyof typeof widths;

interface PageLayoutProps {
  header: ReactNode;
  children: ReactNode;
  width?: PageWidth;
}

export function PageLayout({ header, children, width = 'narrow' }: PageLayoutProps) {
  const column = classNames('mx-auto w-full px-5', widths[width]);
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      {header && (
        // Of staff it has a line more than fits into a narrow page.
        <header className={classNames(column, 'has-data-staff:max-w-360 print:hidden')}>
          {header}
        </header>
      )}
      <main
        id="main"
        tabIndex={-1}
        // At its foot a toast has room beside the last thing on the page.
        className={classNames(column, 'flex flex-1 flex-col pt-5 pb-28')}
      >
        {children}
      </main>
    </div>
  );
}
