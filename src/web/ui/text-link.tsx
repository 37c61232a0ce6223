import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import { pathOfPerson } from '../../course/pages.ts';
import { classNames } from './styles.ts';

/** In tables and lists with the class `quiet-links`, links look like text until they are hovered or focused. */
const linkStyles =
  'rounded-sm text-link underline decoration-from-font underline-offset-3 hover:text-ink hover:decoration-2 in-[td,.quiet-links]:text-inherit in-[td,.quiet-links]:not-hover:not-focus-visible:no-underline';

export const inNewTab = {
  target: '_blank',
  rel: 'noopener noreferrer',
  title: 'Opens in a new tab',
};

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
    <a href={href} {...inNewTab} className={styles}>
      {children}
    </a>
  );
}

export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className={classNames(linkStyles, 'inline-block max-w-full')}>
      {address}
    </a>
  );
}

export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type="button" className={classNames(linkStyles, className)} />;
}

export function DialogLink({ className = '', ...rest }: ComponentProps<'button'>) {
  const styles = `min-h-11 text-link! text-sm pointer-fine:min-h-0 print:hidden ${className}`;
  return <TextButton aria-haspopup="dialog" className={styles} {...rest} />;
}

export function TapLink({ className, ...rest }: TextLinkProps) {
  const styles = classNames('inline-block min-h-11 content-center pointer-fine:min-h-0', className);
  return <TextLink {...rest} className={styles} />;
}

export function PersonLink({ id, children }: { id: number; children: ReactNode }) {
  return <TapLink href={pathOfPerson(id)}>{children}</TapLink>;
}
