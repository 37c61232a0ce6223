import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { useBackToClose } from './back-closes-dialogs.ts';
import { Button } from './button.tsx';
import { classNames } from './styles.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  /** While true, the dialog can't be closed with Escape, the backdrop or Back. */
  busy?: boolean;
  tall?: boolean;
  /** The id of the element to focus if the control that opened the dialog is gone. */
  returnTo?: string | undefined;
  children?: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, busy, tall, returnTo = 'main', children } = props;
  // Return focus ourselves, because Radix only returns it to its own trigger, which we don't use.
  const opener = useRef<Element>(null);
  const openedAt = useRef(0);
  const begin = (event: Event) => {
    opener.current = document.activeElement;
    openedAt.current = performance.now();
    focusFirst(event);
  };
  const keepOpen = (event: Event) => {
    if (performance.now() - openedAt.current < doubleClickMs) event.preventDefault();
  };
  const returnFocus = (event: Event) => {
    event.preventDefault();
    // If the URL opened the dialog, the body or heading had focus, so don't return focus there.
    const isControl = opener.current?.isConnected && !opener.current.matches('body, h1');
    const target = isControl ? opener.current : document.getElementById(returnTo);
    if (target instanceof HTMLElement) target.focus();
  };

  const leave = () => busy || onClose();
  useBackToClose(open, leave);

  return (
    <Radix.Root open={open} onOpenChange={(wanted) => wanted || leave()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          onOpenAutoFocus={begin}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={keepOpen}
          onEscapeKeyDown={leaveEscape}
          className={classNames(
            tall ? 'flex h-full max-w-2xl flex-col sm:h-176' : 'h-fit max-w-lg',
            'fixed inset-4 z-50 m-auto max-h-[calc(100%-2rem)] scroll-pb-60 overflow-y-auto overscroll-contain rounded-card bg-card p-5 shadow-floating data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in sm:scroll-pb-24 sm:p-6',
          )}
        >
          <Radix.Title className="heading">{title}</Radix.Title>
          <Radix.Description className="mt-2 text-muted">{description}</Radix.Description>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focuses the first control. Unlike Radix, doesn't select its text, because a stray key would replace the text. */
function focusFirst(event: Event): void {
  const dialog = event.currentTarget as HTMLElement;
  const first = dialog.querySelector<HTMLElement>(
    ':is(input, select, textarea, button):not(:disabled, [role=switch])',
  );
  if (!first) return;
  event.preventDefault();
  const loading = dialog.querySelector('[aria-busy="true"]');
  // While the content is loading, the first control is Cancel, so focus the dialog instead.
  const isBelow = loading?.compareDocumentPosition(first) === Node.DOCUMENT_POSITION_FOLLOWING;
  (isBelow ? dialog : first).focus({ preventScroll: true });
}

function leaveEscape(event: Event): void {
  const { target } = event;
  if (target instanceof Element && target.closest('[data-escapes-itself]')) event.preventDefault();
}

/** Backdrop clicks are ignored for this long after opening, in case of a double click. */
const doubleClickMs = 500;

interface DialogActionsProps {
  onClose?: () => void;
  children?: ReactNode;
}

export function DialogActions({ onClose, children }: DialogActionsProps) {
  return (
    <div className="high:sticky -bottom-5 -mx-5 mt-4 -mb-5 flex flex-col-reverse gap-3 bg-card px-5 pt-3 pb-5 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:flex-row sm:flex-wrap sm:justify-end sm:px-6 sm:pb-6">
      {onClose && (
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      )}
      {children}
    </div>
  );
}
