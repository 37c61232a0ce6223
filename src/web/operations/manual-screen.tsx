import { useEffect } from 'react';
import { html as running } from '../../../docs/operating/running.md';
import { html as fromEmptyMachine } from '../../../docs/operating.md';
import { PAGES } from '../../course/pages.ts';
import { BackLink } from '../ui/page-layout.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import './manual.css';

export function ManualScreen() {
  usePageTitle('Manual');
  // The browser looked for the chapter in the URL before this page rendered, so scroll to it now.
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <>
      <BackLink href={PAGES.setup} name="Setup" />
      <article
        className="manual"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: generated from our own manual at build time
        dangerouslySetInnerHTML={{ __html: fromEmptyMachine + running }}
      />
    </>
  );
}
