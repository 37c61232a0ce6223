import { useQueryClient } from '@tanstack/react-query';
import { ArrowUpRight, Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { site } from '../site.ts';
import { copyText } from '../ui/browser.ts';
import { type ButtonStyle, buttonStyles, classNames } from '../ui/styles.ts';
import { expectRetreatNews } from './queries.ts';

interface RetreatSiteButtonProps extends ButtonStyle {
  /** A page of the site; its first one, unless it is said otherwise. */
  href?: string | undefined;
  children: ReactNode;
}

/** Leads out of the portal, so it opens beside it. */
export function RetreatSiteButton({ href, children, ...look }: RetreatSiteButtonProps) {
  const client = useQueryClient();
  return (
    <a
      href={href ?? site.retreatSite}
      target="_blank"
      rel="noopener noreferrer"
      title="Opens in a new tab"
      className={buttonStyles(look)}
      onClick={() => expectRetreatNews(client)}
    >
      {children}
      <ArrowUpRight aria-hidden className="size-5" />
    </a>
  );
}

const copiedForMs = 4_000;
const results = { copied: 'Copied', refused: 'Please copy the selected code' };

/** The code within a sentence; a tap copies it. */
export function RetreatCode({ children }: { children: string }) {
  const code = useRef<HTMLSpanElement>(null);
  const [result, setResult] = useState<keyof typeof results>();
  useEffect(() => {
    if (result !== 'copied') return;
    const timer = setTimeout(() => setResult(undefined), copiedForMs);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    const isCopied = await copyText(children);
    // Where the browser refuses, the code is at least selected.
    if (!isCopied && code.current) document.getSelection()?.selectAllChildren(code.current);
    setResult(isCopied ? 'copied' : 'refused');
  };
  const Icon = result === 'copied' ? Check : Copy;
  return (
    <span className="relative inline-block max-w-full">
      <button
        type="button"
        aria-label={`Copy the code ${children}`}
        className="-my-3 inline-flex min-h-11 max-w-full select-text items-center gap-1.5 rounded-sm font-bold text-ink hover:text-link"
        onClick={copy}
      >
        <span ref={code} className="wrap-anywhere">
          {children}
        </span>
        <Icon aria-hidden className="size-4 shrink-0 text-link" />
      </button>
      <span
        role="status"
        className={classNames(
          'absolute bottom-full left-0 z-10 mb-1 whitespace-nowrap rounded-sm border border-ink bg-ink px-2 py-0.5 font-normal text-card text-sm',
          !result && 'sr-only',
        )}
      >
        {result && results[result]}
      </span>
    </span>
  );
}
