import { useEffect, useEffectEvent, useRef } from 'react';
import { useBackToClose } from './back-closes-dialogs.ts';
import { Button, SmallButton } from './button.tsx';

export interface PartFailedProps {
  tries: number;
  isRetrying: boolean;
  onRetry: () => void;
  /** `open` and `onClose` are only set for dialogs. */
  open?: boolean;
  onClose?: () => void;
}

export function PartLoading({ onClose }: { onClose: () => void }) {
  useBackToClose(true, onClose);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps focus in place when a double click ends here
    <div
      onMouseDown={(event) => event.preventDefault()}
      data-part-loading
      className="fixed inset-0 z-50 grid animate-fade-in place-items-center bg-scrim"
    >
      <p role="status" className="rounded-card bg-card px-5 py-3 shadow-floating">
        Loading…
      </p>
    </div>
  );
}

const title = 'We couldn’t load this';

export function PartFailed({ open, onClose, ...rest }: PartFailedProps) {
  const { message, retryText, retry } = useFailure(rest);
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = open === true && onClose !== undefined;
  const close = () => {
    onClose?.();
    // Reset the failure, so that the dialog loads again the next time it opens.
    rest.onRetry();
  };
  const leave = () => dialog.current?.close();
  useBackToClose(isOpen, leave);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  const retrying = { pending: rest.isRetrying, pendingText: 'Trying again...', onClick: retry };
  if (!onClose) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2 text-sm">
        {title}.<SmallButton {...retrying}>{retryText}</SmallButton>
      </div>
    );
  }
  return (
    isOpen && (
      // Use the browser's own dialog, because ours may be in the script that couldn't be loaded.
      <dialog
        ref={dialog}
        aria-labelledby="part-failed"
        onClose={close}
        className="m-auto w-[calc(100%-2rem)] max-w-lg rounded-card bg-card p-5 text-ink shadow-floating backdrop:bg-scrim sm:p-6"
      >
        <h2 id="part-failed" className="heading">
          {title}
        </h2>
        <p role="alert" className="mt-2 text-muted">
          {message}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={leave}>
            Close
          </Button>
          <Button {...retrying}>{retryText}</Button>
        </div>
      </dialog>
    )
  );
}

/** Retry a second time after this delay, because browsers may report too early that they are online. */
const secondTryMs = 3_000;

/** Describes the failure and retries as soon as the user is back online. */
export function useFailure({ tries, onRetry }: PartFailedProps) {
  const onOnline = useEffectEvent(onRetry);
  useEffect(() => {
    let second: ReturnType<typeof setTimeout>;
    const run = () => {
      onOnline();
      second = setTimeout(onOnline, secondTryMs);
    };
    window.addEventListener('online', run);
    return () => {
      window.removeEventListener('online', run);
      clearTimeout(second);
    };
  }, []);
  const again = { retryText: 'Try Again', retry: onRetry };
  if (!navigator.onLine) {
    const message = 'You seem to be offline. This will open as soon as you’re back online.';
    return { ...again, message };
  }
  if (tries === 0) return { ...again, message: 'Please check your connection and try again.' };
  return {
    // A deploy may have renamed the script, and only a reload picks up the new name.
    message: 'We still couldn’t load this. Reloading the page usually helps.',
    retryText: 'Reload the Page',
    retry: () => window.location.reload(),
  };
}
