import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { PAGES } from '../../course/pages.ts';
import { usePageTitle } from './page-title.ts';
import { TextLink } from './text-link.tsx';

interface StaffPageHeadProps {
  title: string;
  /** What the page is for, in a few words. */
  children: ReactNode;
}

/** The way back to the dashboard, and the name of a page that is reached from there. */
export function StaffPageHead({ title, children }: StaffPageHeadProps) {
  usePageTitle(title);
  return (
    <>
      <p className="mb-1 text-sm sm:mb-2">
        <TextLink href={PAGES.admin} className="inline-flex min-h-11 items-center sm:min-h-0">
          <ArrowLeft aria-hidden className="mr-1 size-4" />
          Admin Dashboard
        </TextLink>
      </p>
      <h1>{title}</h1>
      <div className="mt-1 mb-5 text-muted">{children}</div>
    </>
  );
}
