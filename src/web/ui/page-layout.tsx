import type { ReactNode } from 'react';
import { classNames } from './styles.ts';

const widths = {
  narrow: 'max-w-160',
  wide: 'max-w-360',
};

interface PageLayoutProps {
  header: ReactNode;
  children: ReactNode;
  width?: keyof typeof widths;
}

export function PageLayout({ header, children, width = 'narrow' }: PageLayoutProps) {
  const column = classNames('mx-auto w-full px-5', widths[width]);
  return (
    <div className="flex min-h-dvh flex-col" data-width={width}>
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
        className={classNames(column, 'flex flex-1 flex-col pt-5 pb-10')}
      >
        {children}
      </main>
    </div>
  );
}
