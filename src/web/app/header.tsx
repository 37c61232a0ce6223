import { Link } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { useAuth } from '../auth.tsx';
import { buttonStyles } from '../ui/button-styles.ts';
import { classNames } from '../ui/class-names.ts';
import { Logo } from '../ui/logo.tsx';
import { portalName } from '../ui/page-title.ts';
import { LogoutButton } from './logout-button.tsx';

interface HeaderProps {
  /** The page is for people who are signed in, so room for Logout is kept until the server has said who it is. */
  expectsUser: boolean;
}

export function Header({ expectsUser }: HeaderProps) {
  const { user } = useAuth();
  const isUnknown = user === undefined;
  return (
    <div className="flex items-center justify-between py-3">
      <Link
        href={PAGES.home}
        className="-ml-2 flex min-h-11 items-center gap-2 rounded-control px-2 font-semibold sm:gap-3"
      >
        <Logo className="w-7 sm:w-8" />
        {portalName}
      </Link>
      <nav aria-label="Main" className="-mr-2 flex items-center sm:-mr-3">
        <Link href={PAGES.help} className={buttonStyles({ variant: 'ghost', size: 'slim' })}>
          Help
        </Link>
        {(user || (isUnknown && expectsUser)) && (
          <LogoutButton
            variant="ghost"
            size="slim"
            // The shorter word stands at the page's edge, under the room that the longer one needs.
            className={classNames('[&>span]:justify-items-end', isUnknown && 'invisible')}
          />
        )}
      </nav>
    </div>
  );
}
