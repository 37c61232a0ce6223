import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { apiQuery } from '../api.ts';
import { buttonStyles } from '../ui/styles.ts';

const everyMinuteMs = 60_000;

/** Shows admins the number of open problems on every page. */
export function ProblemCount() {
  const { data } = useQuery({
    ...apiQuery('GET /api/admin/problems/count'),
    refetchOnMount: 'always',
    refetchInterval: everyMinuteMs,
  });
  if (!data || data.count === 0) return null;
  return (
    <Link
      href={PAGES.problems}
      className={buttonStyles({ variant: 'ghost', size: 'slim', className: 'shrink-0 text-base' })}
    >
      Problems{' '}
      <span className="rounded-full bg-warning-soft px-2 font-semibold text-sm text-warning">
        {data.count.toLocaleString('en-US')}
      </span>
    </Link>
  );
}
