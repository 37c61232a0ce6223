import { useEffect, useEffectEvent, useRef } from 'react';
import { useBackToClose } from './back-closes-dialogs.ts';
import { Button } from './button.tsx';

export interface PartFailedProps {
  /** How often it was tried again in vain. */
  tries: number;
  isRetrying: boolean;
  onRetry: () => void;
  /** Of a dialog. */
  open?: boolean;
  onClose?: () => void;
}

/** In place of a dialog while its script is on its way, which Back gives up. */
export function PartLoading({ onClose }: { onClose: () => void }) {
  useBackToClose(true, onClose);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is when a double click ends here
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

/** In place of a part whose script could not be fetched. */
export function PartFailed({ open, onClose, ...rest }: PartFailedProps) {
  const { title, message, retryText, retry } = useFailure(rest);
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = open === true && onClose !== undefined;
  const close = () => {
    onClose?.();
    // The next opening finds the part, or a failure of its own.
    rest.onRetry();
  };
  const leave = () => dialog.current?.close();
  useBackToClose(isOpen, leave);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  const again = { pending: rest.isRetrying, pendingText: 'Trying again...', onClick: retry };
  if (!onClose) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2 text-sm">
        {title}.
        <Button {...again} variant="outline" size="small">
          {retryText}
        </Button>
      </div>
    );
  }
  return (
    isOpen && (
      // The browser's own element: the script of our dialogs may be what is missing.
      <dialog
        ref={dialog}
        aria-labelledby="part-failed"
        onClose={close}
        className="m-auto w-[calc(100%-2rem)] max-w-lg rounded-card bg-card p-5 text-ink shadow-floating backdrop:bg-scrim sm:p-6"
      >
        <h2 id="part-failed" className="font-display font-medium text-2xl leading-tight">
          {title}
        </h2>
        <p role="alert" className="mt-2 text-muted">
          {message}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={leave}>
            Close
          </Button>
          <Button {...again}>{retryText}</Button>
        </div>
      </dialog>
    )
  );
}

/** Browsers say that they are online a moment before requests get through. */
const secondTryMs = 3_000;

/** What to say and do about it. It is tried again as soon as the network is back. */
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
  const failure = { title: 'This could not be loaded', retryText: 'Try Again', retry: onRetry };
  if (!navigator.onLine) {
    const message =
      'You seem to be offline. As soon as you are connected again, it will open by itself.';
    return { ...failure, message };
  }
  if (tries === 0) return { ...failure, message: 'Please check your connection and try again.' };
  return {
    ...failure,
    // A deploy may have replaced the file; only a reload learns the name of the new one.
    message: 'It still could not be loaded. Reloading the page usually helps.',
    retryText: 'Reload the Page',
    retry: () => window.location.reload(),
  };
}
