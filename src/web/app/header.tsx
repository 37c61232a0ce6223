import { CircleUserRound } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { fullName } from '../../course/full-name.ts';
import { PAGES, RESUME_ONBOARDING } from '../../course/pages.ts';
import { isProtectedPage } from '../../course/redirects.ts';
import { isStaff } from '../../course/roles.ts';
import { leave } from '../accounts/sent-link.ts';
import { useAuth } from '../auth.tsx';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { Logo } from '../ui/page-layout.tsx';
import { portalName } from '../ui/page-title.ts';
import { buttonStyles } from '../ui/styles.ts';
import { useAction } from '../ui/use-action.ts';

const link = { variant: 'plain', size: 'slim', className: 'relative min-w-11 text-ink!' } as const;
const { StaffNav } = lazily(() => import('./staff-nav.tsx'), { isOnDemand: true });

export function Header({ path }: { path: string }) {
  const { user } = useAuth();
  const isChoosing = path === PAGES.onboarding;
  // The help page always has a Logout button, which takes signed-out visitors to the login page.
  const hasLogout = user || path === PAGES.help;
  const reservesSpace = user === undefined && (isProtectedPage(path) || site.hasSession);
  return (
    <div className="flex flex-wrap items-center justify-between py-3">
      <Link
        // The logo keeps students on the onboarding page. The home page would redirect them to their schedule.
        href={isChoosing ? RESUME_ONBOARDING : PAGES.home}
        replace={isChoosing}
        className="-ml-2 flex min-h-11 items-center gap-2 rounded-control px-2 font-semibold leading-tight sm:gap-3"
      >
        <Logo className="w-7 shrink-0 sm:w-8" />
        {portalName}
      </Link>
      {user && isStaff(user.role) && !user.passkeyStep && (
        <>
          <p className="wrap-anywhere ml-auto mr-2 min-w-0 text-muted text-sm max-md:hidden">
            <span className="font-medium text-ink">{fullName(user)}</span> ·{' '}
            {user.role === 'admin' ? 'Admin' : 'Teacher'}
          </p>
          <div
            data-staff
            className="-mb-3 order-last flex min-h-12 w-full items-center justify-between gap-x-4 border-line border-t pt-1"
          >
            <Suspense>
              <StaffNav user={user} path={path} />
            </Suspense>
          </div>
        </>
      )}
      {/* Everything but Help is invisible while the user is loading, and all links are invisible during logout. */}
      <nav
        aria-label="Main"
        aria-busy={reservesSpace}
        className="-mr-2 sm:-mr-3 flex flex-wrap items-center whitespace-nowrap min-[22.5rem]:gap-x-2.5 sm:gap-x-1.5 aria-busy:[&>:not(:first-child)]:invisible [&:has([aria-disabled=true])>a]:invisible"
      >
        <Link href={PAGES.help} className={buttonStyles(link)}>
          Help
        </Link>
        {(user || reservesSpace) && (
          <Link href={PAGES.account} aria-label="Your Account" className={buttonStyles(link)}>
            <CircleUserRound aria-hidden className="size-5 sm:hidden" />
            <span className="max-sm:hidden">Account</span>
          </Link>
        )}
        {(hasLogout || reservesSpace) && <LogoutButton />}
      </nav>
    </div>
  );
}

function LogoutButton() {
  const logout = useAction('POST /api/auth/logout', {
    onDone: leave,
    failedTitle: 'Logout failed',
  });
  const { isPending } = logout;
  return (
    <Button {...link} pending={isPending} onClick={() => logout.mutate()}>
      <span className={isPending ? 'invisible' : undefined}>Logout</span>
      {/* This longer label overlaps the invisible links, so that the header doesn't shift. */}
      {isPending && <span className="absolute right-2 sm:right-3">Logging out...</span>}
    </Button>
  );
}
