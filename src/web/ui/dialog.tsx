import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { useBackToClose } from './back-closes-dialogs.ts';
import { classNames } from './styles.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** One sentence under the title. */
  description: ReactNode;
  /** Something is being saved: neither Escape nor the backdrop nor Back closes the dialog. */
  busy?: boolean;
  /** As tall as the window allows, whatever is in it: for content whose height changes. */
  tall?: boolean;
  /** The id of where the focus goes when what opened the dialog is no longer on the page. */
  returnTo?: string | undefined;
  children?: ReactNode;
}

export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    busy = false,
    tall = false,
    returnTo,
    children,
  } = props;
  // Radix gives the focus back only to a trigger of its own, and ours may stand anywhere on the page.
  const opener = useRef<Element>(null);
  const openedAt = useRef(0);
  const begin = (event: Event) => {
    opener.current = document.activeElement;
    openedAt.current = performance.now();
    focusFirst(event);
  };
  const keepOpen = (event: Event) => {
    const isDoubleClick = performance.now() - openedAt.current < doubleClickMs;
    if (isDoubleClick || isOnToast(event)) event.preventDefault();
  };
  const returnFocus = (event: Event) => {
    event.preventDefault();
    // Where an address opens the dialog, the page itself or its heading had the focus.
    const isControl = opener.current?.isConnected && !opener.current.matches('body, h1');
    const target = isControl ? opener.current : document.getElementById(returnTo ?? '');
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
          <Radix.Title className="font-display font-medium text-2xl leading-tight">
            {title}
          </Radix.Title>
          <Radix.Description className="mt-2 text-muted">{description}</Radix.Description>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Radix would also select what is in the first field, where one stray key then replaces it. */
function focusFirst(event: Event): void {
  const dialog = event.currentTarget as HTMLElement;
  const first = dialog.querySelector<HTMLElement>(
    ':is(input, select, textarea, button):not(:disabled)',
  );
  if (!first) return;
  event.preventDefault();
  const loading = dialog.querySelector('[aria-busy="true"]');
  // Where the controls are still being loaded, the first one would be Cancel.
  const isBelow = loading?.compareDocumentPosition(first) === Node.DOCUMENT_POSITION_FOLLOWING;
  (isBelow ? dialog : first).focus({ preventScroll: true });
}

/** Of something inside a dialog that has a use of its own for Escape. */
export const escapesItself = { 'data-escapes-itself': '' };

function leaveEscape(event: Event): void {
  const { target } = event;
  if (target instanceof Element && target.closest('[data-escapes-itself]')) event.preventDefault();
}

/** The second click of a double click on the opening button lands on the backdrop. */
const doubleClickMs = 500;

/** A click on a toast is outside of the dialog and does not close it. */
function isOnToast({ target }: Event): boolean {
  return target instanceof Element && target.closest('[data-toasts]') !== null;
}

/** The two buttons. They stay in sight while a long dialog scrolls beneath them, unless the window is too low for both. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="high:sticky -bottom-5 -mx-5 mt-4 -mb-5 flex flex-col-reverse gap-3 bg-card px-5 pt-3 pb-5 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:flex-row sm:flex-wrap sm:justify-end sm:px-6 sm:pb-6">
      {children}
    </div>
  );
}
