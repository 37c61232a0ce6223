import { ArrowUpRight, Download } from 'lucide-react';
import { site } from '../site.ts';
import { useBrowserFact } from '../ui/browser.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { buttonStyles } from '../ui/styles.ts';
import { inNewTab, MailLink } from '../ui/text-link.tsx';

const title = 'Privacy Policy';
const address = '/privacy-policy.pdf';

export function PrivacyPolicyScreen() {
  // Many phones can't show PDFs inline, so the frame would stay empty.
  const hasViewer = useBrowserFact(() => navigator.pdfViewerEnabled);
  usePageTitle(title);
  return (
    <>
      <h1>{title}</h1>
      <p className="mt-3 text-muted">
        This portal is operated by {site.organization}, an educational partner of{' '}
        {site.parentOrganization}. Questions about your data? Write to us at{' '}
        <MailLink address={site.supportEmail} />.
      </p>
      {hasViewer && (
        <p className="mt-5 text-muted text-sm">
          If your browser doesn’t show the document below, please open or download it.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3 max-sm:grid">
        <a href={address} {...inNewTab} className={buttonStyles()}>
          Open the Privacy Policy
          <ArrowUpRight aria-hidden className="size-5" />
        </a>
        <a href={address} download className={buttonStyles({ variant: 'quiet' })}>
          <Download aria-hidden className="size-5" />
          Download the Privacy Policy (PDF)
        </a>
      </div>
      {hasViewer && (
        <iframe
          src={`${address}#view=FitH&navpanes=0`}
          title={title}
          className="mt-5 min-h-[80dvh] w-full flex-1 rounded-card border border-line bg-card"
        />
      )}
    </>
  );
}
