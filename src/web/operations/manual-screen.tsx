import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { html as running } from '../../../docs/operating/running.md';
import { html as fromEmptyMachine } from '../../../docs/operating.md';
import { PAGES } from '../../course/pages.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { TextLink } from '../ui/text-link.tsx';
import './manual.css';

export function ManualScreen() {
  usePageTitle('Manual');
  // The browser looked for the chapter in the URL before this page rendered, so scroll to it now.
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <>
      <p className="mb-1 text-sm sm:mb-2">
        <TextLink href={PAGES.setup} className="inline-flex min-h-11 items-center sm:min-h-0">
          <ArrowLeft aria-hidden className="mr-1 size-4" />
          Setup
        </TextLink>
      </p>
      <article
        className="manual"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: generated from our own manual at build time
        dangerouslySetInnerHTML={{ __html: fromEmptyMachine + running }}
      />
    </>
  );
}
