import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { buttonStyles } from '../ui/button-styles.ts';
import { Logo } from '../ui/logo.tsx';
import { portalName } from '../ui/page-title.ts';

/** `actions` stand after Help; signing out belongs there. */
export function Header({ actions }: { actions?: ReactNode }) {
  return (
    <div className="flex items-center justify-between py-3">
      <Link
        href={PAGES.home}
        className="-ml-2 flex min-h-11 items-center gap-3 rounded-control px-2 font-semibold"
      >
        <Logo className="w-8" />
        {portalName}
      </Link>
      <nav aria-label="Main" className="-mr-3 flex items-center">
        <Link href={PAGES.help} className={buttonStyles({ variant: 'ghost', size: 'slim' })}>
          Help
        </Link>
        {actions}
      </nav>
    </div>
  );
}
