import { CircleUserRound } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'wouter';
import type { User } from '../../contract/accounts.ts';
import { isProtectedPage } from '../../course/landing-pages.ts';
import { PAGES, RESUME_ONBOARDING } from '../../course/pages.ts';
import { canAdminister, isStaff } from '../../course/roles.ts';
import { keepSentLink } from '../accounts/sent-link.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { useAuth } from '../auth.tsx';
import { tellOtherTabs } from '../other-tabs.ts';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { Logo } from '../ui/logo.tsx';
import { portalName } from '../ui/page-title.ts';
import { buttonStyles } from '../ui/styles.ts';
import { toast } from '../ui/toast.ts';

const { ProblemCount } = lazily(() => import('../operations/problem-count.tsx'), {
  isOnDemand: true,
});

export function Header({ path }: { path: string }) {
  const { user } = useAuth();
  const isChoosing = path === PAGES.onboarding;
  // Signed out it simply leads to the login page.
  const hasLogout = user || path === PAGES.help;
  // Space is reserved for the buttons until the user is loaded.
  const reservesSpace = user === undefined && (isProtectedPage(path) || site.hasSession);
  return (
    <div className="flex flex-wrap items-center justify-between py-3">
      <Link
        // Whoever is choosing goes on where they are, and does not end up on the schedule.
        href={isChoosing ? RESUME_ONBOARDING : PAGES.home}
        replace={isChoosing}
        className="-ml-2 flex min-h-11 items-center gap-2 rounded-control px-2 font-semibold leading-tight sm:gap-3"
      >
        <Logo className="w-7 shrink-0 sm:w-8" />
        {portalName}
      </Link>
      {user && isStaff(user.role) && <StaffLine user={user} path={path} />}
      <nav aria-label="Main" className="header-links" aria-busy={reservesSpace}>
        <Link href={PAGES.help} className={buttonStyles({ variant: 'ghost', size: 'slim' })}>
          Help
        </Link>
        {(user || reservesSpace) && (
          <Link
            href={PAGES.account}
            aria-label="Your account"
            className={buttonStyles({ variant: 'ghost', size: 'slim', className: 'min-w-11' })}
          >
            <CircleUserRound aria-hidden className="size-5 sm:hidden" />
            <span className="max-sm:hidden">Account</span>
          </Link>
        )}
        {(hasLogout || reservesSpace) && <LogoutButton />}
      </nav>
    </div>
  );
}

/** Staff share computers: who is signed in, and the way to what alumni see and back. */
function StaffLine({ user, path }: { user: User; path: string }) {
  const [href, name] =
    path === PAGES.classes ? [PAGES.admin, 'Dashboard'] : [PAGES.classes, 'Alumni page'];
  return (
    <div
      data-staff
      className="flex min-w-0 items-center gap-x-4 text-sm max-lg:order-last max-lg:w-full max-lg:justify-between lg:ml-auto lg:mr-2"
    >
      <p className="wrap-anywhere min-w-0 text-muted lg:text-right">
        <span className="font-medium text-ink">
          {user.firstName} {user.lastName}
        </span>{' '}
        {/* On a line of its own it needs no dot before it. */}
        <span className="inline-block">
          <span className="max-sm:hidden">· </span>
          {user.role === 'admin' ? 'Admin' : 'Teacher'}
        </span>
      </p>
      <div className="flex shrink-0 flex-wrap items-center justify-end max-lg:-mr-2">
        {canAdminister(user.role) && (
          <Suspense>
            <ProblemCount />
          </Suspense>
        )}
        <Link
          href={href}
          className={buttonStyles({
            variant: 'ghost',
            size: 'slim',
            className: 'shrink-0 text-base',
          })}
        >
          {name}
        </Link>
      </div>
    </div>
  );
}

function LogoutButton() {
  const logout = useApiMutation('POST /api/auth/logout', {
    // A full page load: nothing of the user stays in memory.
    onSuccess: () => {
      keepSentLink(null);
      tellOtherTabs('signed-out');
      window.location.replace(PAGES.login);
    },
    onError: (error) =>
      toast({
        title: 'Logout failed',
        description: errorMessage(error, error.message),
        variant: 'destructive',
      }),
  });
  const isPending = logout.isPending || logout.isSuccess;
  return (
    <Button
      variant="ghost"
      size="slim"
      className="relative"
      pending={isPending}
      onClick={() => logout.mutate()}
    >
      <span className={isPending ? 'invisible' : undefined}>Logout</span>
      {/* Longer than what it replaces, it lies over its neighbours, which go meanwhile: nothing moves. */}
      {isPending && <span className="absolute right-2 sm:right-3">Logging out...</span>}
    </Button>
  );
}
