import { Suspense } from 'react';
import { PAGES } from '../../course/pages.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { tellOtherTabs } from '../other-tabs.ts';
import { Button } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { toastError } from '../ui/toast.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { keepSentLink } from './sent-link.ts';

const { ConfirmDialog } = lazily(() => import('../ui/confirm-dialog.tsx'));

const fallback = 'You could not be signed out. Please try again.';

export function SignOutEverywhere() {
  const asking = useDialog<true>();
  const signOut = useApiMutation('POST /api/account/sign-out-everywhere', {
    // A full page load: nothing of the user stays in memory.
    onSuccess: () => {
      keepSentLink(null);
      tellOtherTabs('signed-out');
      window.location.replace(PAGES.login);
    },
    onError: (error) => toastError(errorMessage(error, fallback)),
  });
  return (
    <div className="border-line border-t pt-4">
      <p className="text-muted text-sm">
        Lost a device, or signed in on one that is not yours? You can sign out of all of them at
        once.
      </p>
      <Button
        variant="outline"
        className="mt-3 w-full sm:w-auto"
        aria-haspopup="dialog"
        onClick={() => asking.open(true)}
      >
        Sign out everywhere
      </Button>
      <Suspense>
        {asking.subject && (
          <ConfirmDialog
            open={asking.isOpen}
            onClose={asking.close}
            title="Sign out everywhere?"
            description="You will be signed out on every device, this one too. Login links that you have not used yet stop working."
            confirmText="Sign out everywhere"
            pendingText="Signing out..."
            isPending={signOut.isPending || signOut.isSuccess}
            problem={signOut.error ? errorMessage(signOut.error, fallback) : undefined}
            onConfirm={() => signOut.mutate()}
          />
        )}
      </Suspense>
    </div>
  );
}
