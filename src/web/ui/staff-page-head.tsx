import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { PAGES } from '../../course/pages.ts';
import { usePageTitle } from './page-title.ts';
import { TextLink } from './text-link.tsx';

interface StaffPageHeadProps {
  title: string;
  /** What the page is for, in a few words. */
  children: ReactNode;
  /** Where it is reached from; the dashboard unless told otherwise. */
  from?: { href: string; name: string } | undefined;
}

const dashboard = { href: PAGES.admin, name: 'Admin Dashboard' };

/** The way back to where the page is reached from, and its name. */
export function StaffPageHead({ title, children, from = dashboard }: StaffPageHeadProps) {
  usePageTitle(title);
  return (
    <>
      <p className="mb-1 text-sm sm:mb-2 print:hidden">
        <TextLink href={from.href} className="inline-flex min-h-11 items-center sm:min-h-0">
          <ArrowLeft aria-hidden className="mr-1 size-4" />
          {from.name}
        </TextLink>
      </p>
      <h1>{title}</h1>
      <div className="mt-1 mb-5 text-muted">{children}</div>
    </>
  );
}
