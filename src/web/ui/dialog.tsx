import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** One sentence under the title. */
  description: ReactNode;
  /** Something is being saved: neither Escape nor the backdrop closes the dialog. */
  busy?: boolean;
  children?: ReactNode;
}

export function Dialog({ open, onClose, title, description, busy = false, children }: DialogProps) {
  // Radix gives the focus back only to a trigger of its own, and ours may stand anywhere on the page.
  const opener = useRef<Element>(null);
  const rememberOpener = () => {
    opener.current = document.activeElement;
  };
  const returnFocus = (event: Event) => {
    event.preventDefault();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };

  return (
    <Radix.Root open={open} onOpenChange={(wanted) => !wanted && !busy && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          onOpenAutoFocus={rememberOpener}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-4 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] max-w-lg scroll-pb-36 overflow-y-auto overscroll-contain rounded-card bg-card p-5 shadow-floating data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in sm:scroll-pb-24 sm:p-6"
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

/** The two buttons. They stay in sight while a long dialog scrolls beneath them. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 -mx-5 mt-4 -mb-5 flex flex-col-reverse gap-3 bg-card px-5 pt-3 pb-5 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:flex-row sm:justify-end sm:px-6 sm:pb-6">
      {children}
    </div>
  );
}
