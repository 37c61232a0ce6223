import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Menu as MenuIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { User } from '../../contract/accounts.ts';
import { fullName } from '../../course/full-name.ts';
import { audienceOf, PAGES, PAST_CLASSES } from '../../course/pages.ts';
import { canAdminister } from '../../course/roles.ts';
import { freshQuery } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { formatCount } from '../ui/loaded-list.tsx';
import { Menu } from '../ui/menu.tsx';
import { buttonStyles } from '../ui/styles.ts';
import { PeopleSearch } from './people-search.tsx';

const bar: readonly StaffPage[] = [
  [PAGES.admin, 'Dashboard'],
  [PAGES.today, 'Today'],
  [PAGES.journey, 'Journey'],
  [PAGES.problems, 'Problems'],
];

const more: readonly StaffPage[] = [
  [PAST_CLASSES, 'Past classes'],
  [PAGES.makeAlumni, 'Make alumni'],
  [PAGES.deactivated, 'Deactivated people'],
  [PAGES.staff, 'Staff'],
  [PAGES.import, 'Import and export'],
  [PAGES.audit, 'Audit'],
  [PAGES.setup, 'Setup'],
  [PAGES.manual, 'Manual'],
  [PAGES.classes, 'Alumni page'],
];

type StaffPage = readonly [href: string, name: string];

/** `path` is the route pattern of the current page. The page of a person or a class belongs to the dashboard. */
export function StaffNav({ user, path }: { user: User; path: string }) {
  const isAdmin = canAdminister(user.role);
  const { data } = useQuery({
    ...freshQuery('GET /api/admin/problems/count'),
    enabled: isAdmin,
    refetchInterval: 60_000,
  });
  const problems = data?.count ?? 0;
  const mayOpen = ([href]: StaffPage) => isAdmin || audienceOf(pathIn(href)) !== 'admins';
  const toItem = ([href, name]: StaffPage) => ({
    href,
    label: name === 'Problems' && problems > 0 ? `Problems (${problems})` : name,
    isCurrent: pathIn(href) === (path.endsWith('/:id') ? PAGES.admin : path),
  });
  const links = bar.filter(mayOpen).map(toItem);
  const others = more.filter(mayOpen).map(toItem);
  const style = { variant: 'plain', size: 'slim' } as const;
  return (
    <>
      <nav aria-label="Staff" className="-ml-2 flex items-center sm:-ml-3">
        <div className="flex items-center max-md:hidden">
          {links.map(({ href, label, isCurrent }) => (
            <Link
              key={href}
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
              className={buttonStyles({
                ...style,
                className:
                  'text-muted aria-[current=page]:font-semibold aria-[current=page]:text-ink',
              })}
            >
              {label}
            </Link>
          ))}
          <Menu
            {...style}
            className={
              others.some(({ isCurrent }) => isCurrent) ? 'font-semibold text-ink!' : 'text-muted'
            }
            items={others}
          >
            More
            <ChevronDown aria-hidden className="size-4" />
          </Menu>
        </div>
        <Menu
          {...style}
          className="text-ink! md:hidden"
          heading={`${fullName(user)}, ${isAdmin ? 'admin' : 'teacher'}`}
          items={[...links, ...others]}
        >
          <MenuIcon aria-hidden className="size-5" />
          Menu
          {problems > 0 && (
            <Badge tone="warning">
              {formatCount(problems)} <span className="sr-only">open problems</span>
            </Badge>
          )}
        </Menu>
      </nav>
      <PeopleSearch />
    </>
  );
}

const pathIn = (href: string) => href.split('?')[0] ?? href;
