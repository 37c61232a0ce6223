import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { formatCount } from './loaded-list.tsx';
import { classNames } from './styles.ts';

export type CountLink = [href: string, text: string, count?: number];

interface CountLinksProps {
  links: readonly CountLink[];
  current?: string | undefined;
  className?: string;
}

export function CountLinks({ links, current, className }: CountLinksProps) {
  return (
    <ul className={className}>
      {links.map(([href, text, count]) => (
        <li key={href + text}>
          <Link
            href={href}
            aria-current={href === current ? 'true' : undefined}
            className={classNames(
              'flex min-h-11 items-center gap-3 py-1 hover:text-link aria-[current]:font-semibold',
              count === 0 && 'text-muted',
            )}
          >
            {count !== undefined && (
              <>
                <span className="min-w-8 font-display text-2xl">{formatCount(count)}</span>{' '}
              </>
            )}
            {text}
            <ChevronRight aria-hidden className="ml-auto size-4 shrink-0 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
