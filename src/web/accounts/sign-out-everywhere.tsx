import { PAGES } from '../../course/pages.ts';
import { callApi, errorMessage } from '../api.ts';
import { notifyOtherTabs } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { toastError } from '../ui/toast.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { keepSentLink } from './sent-link.ts';

const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));

const failed = 'You could not be signed out. Please try again.';

/** A full page load: nothing of the user stays in memory. It is awaited until this page is gone. */
function leave(): Promise<never> {
  keepSentLink(null);
  notifyOtherTabs('signed-out');
  window.location.replace(PAGES.login);
  return new Promise(() => undefined);
}

export function SignOutEverywhere() {
  const asking = useDialog<true>();
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
      {asking.render((dialog) => (
        <ActionDialog
          {...dialog}
          title="Sign out everywhere?"
          description="You will be signed out on every device, this one too. Login links that you have not used yet stop working."
          confirmText="Sign out everywhere"
          pendingText="Signing out..."
          run={() => callApi('POST /api/account/sign-out-everywhere')}
          onDone={leave}
          onFailed={(error) => toastError(errorMessage(error, failed))}
          failed={failed}
        />
      ))}
    </div>
  );
}
