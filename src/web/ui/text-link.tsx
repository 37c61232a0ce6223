import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classNames } from './class-names.ts';

const linkStyles =
  'rounded-sm text-link underline decoration-from-font underline-offset-3 hover:text-ink hover:decoration-2';

interface TextLinkProps {
  href: string;
  children: ReactNode;
  newTab?: boolean;
  className?: string;
}

export function TextLink({ href, children, newTab = false, className }: TextLinkProps) {
  const styles = classNames(linkStyles, className);
  if (!newTab) {
    return (
      <Link href={href} className={styles}>
        {children}
      </Link>
    );
  }
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title="Opens in a new tab"
      className={styles}
    >
      {children}
    </a>
  );
}
