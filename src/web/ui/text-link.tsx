import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import { classNames } from './styles.ts';

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

/** Writes to somebody. */
export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className={classNames(linkStyles, 'inline-block max-w-full')}>
      {address}
    </a>
  );
}

/** Looks like a link in the text but does something on this page. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type="button" className={classNames(linkStyles, className)} />;
}
