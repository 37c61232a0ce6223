import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { site } from '../site.ts';
import { type ButtonStyle, buttonStyles } from '../ui/styles.ts';

/** Leads out of the portal, so it opens beside it. */
export function RetreatSiteButton({ children, ...look }: ButtonStyle & { children: ReactNode }) {
  return (
    <a
      href={site.retreatSite}
      target="_blank"
      rel="noopener noreferrer"
      title="Opens in a new tab"
      className={buttonStyles(look)}
    >
      {children}
      <ArrowUpRight aria-hidden className="size-5" />
    </a>
  );
}

export function RetreatCode({ children }: { children: string }) {
  return <strong className="whitespace-nowrap text-ink">{children}</strong>;
}
