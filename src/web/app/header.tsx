import { CircleUserRound } from 'lucide-react';
import { Link } from 'wouter';
import { isProtectedPage } from '../../course/journey.ts';
import { PAGES } from '../../course/pages.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { useAuth } from '../auth.tsx';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { portalName } from '../ui/page-title.ts';
import { type ButtonStyle, buttonStyles, classNames } from '../ui/styles.ts';
import { toast } from '../ui/toast.ts';

export function Header({ path }: { path: string }) {
  const { user } = useAuth();
  // Signed out it simply leads to the login page.
  const hasLogout = user || path === PAGES.help;
  // Space is reserved for the buttons until the user is loaded.
  const reservesSpace = user === undefined && (isProtectedPage(path) || site.hasSession);
  return (
    <div className="flex items-center justify-between py-3">
      <Link
        href={PAGES.home}
        className="-ml-2 flex min-h-11 items-center gap-2 rounded-control px-2 font-semibold leading-tight sm:gap-3"
      >
        <Logo className="w-7 shrink-0 sm:w-8" />
        {portalName}
      </Link>
      <nav aria-label="Main" className="-mr-2 flex items-center sm:-mr-3">
        <Link href={PAGES.help} className={buttonStyles({ variant: 'ghost', size: 'slim' })}>
          Help
        </Link>
        {(user || reservesSpace) && (
          <Link
            href={PAGES.account}
            aria-label="Your account"
            className={classNames(
              buttonStyles({ variant: 'ghost', size: 'slim', className: 'min-w-11' }),
              !user && 'invisible',
            )}
          >
            <CircleUserRound aria-hidden className="size-5 sm:hidden" />
            <span className="max-sm:hidden">Account</span>
          </Link>
        )}
        {(hasLogout || reservesSpace) && (
          <LogoutButton
            variant="ghost"
            size="slim"
            // The button is as wide as its longer text, and the shorter one is right-aligned. On a phone the longer text
            // takes no space: there is too little beside the portal's name.
            className={classNames(
              '[&>span]:justify-items-end max-sm:[&_.invisible]:hidden',
              !hasLogout && 'invisible',
            )}
          />
        )}
      </nav>
    </div>
  );
}

function LogoutButton(look: ButtonStyle) {
  const logout = useApiMutation('POST /api/auth/logout', {
    // A full page load: nothing of the user stays in memory.
    onSuccess: () => window.location.replace(PAGES.login),
    onError: (error) =>
      toast({
        title: 'Logout failed',
        description: errorMessage(error, error.message),
        variant: 'destructive',
      }),
  });
  return (
    <Button
      {...look}
      pending={logout.isPending || logout.isSuccess}
      pendingText="Logging out..."
      onClick={() => logout.mutate()}
    >
      Logout
    </Button>
  );
}
