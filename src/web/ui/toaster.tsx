import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { buttonStyles, classNames } from './styles.ts';
import { closeToast, type ShownToast, toastDurationMs } from './toast.ts';

/** Where it stands is in theme.css: it lies over nothing that can be used or read. */
export function Toaster({ shown }: { shown: ShownToast }) {
  const destructive = shown.variant === 'destructive';
  const Icon = destructive ? CircleAlert : CircleCheck;
  const { id, title, description, action, durationMs = toastDurationMs } = shown;
  return (
    <Place>
      {/* A provider of its own for each: one whose toast was closed under the pointer stays paused for good. */}
      <Radix.Provider key={id} duration={durationMs} label="Message">
        <Radix.Root
          open={shown.open}
          onOpenChange={(open) => !open && closeToast(id)}
          // What went wrong is read out at once; good news waits its turn.
          type={destructive ? 'foreground' : 'background'}
          className={classNames(
            'grid data-[state=closed]:animate-give-room data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            !shown.replaces && 'data-[state=open]:animate-take-room',
          )}
        >
          <div className="min-h-0 py-2">
            <div
              className={classNames(
                'pointer-events-auto flex items-start gap-3 rounded-card border bg-card py-1.5 pr-1.5 pl-4 shadow-lifted',
                destructive ? 'border-danger' : 'border-line-strong',
              )}
            >
              <Icon
                aria-hidden
                className={classNames(
                  'mt-3 size-5 shrink-0',
                  destructive ? 'text-danger' : 'text-success',
                )}
              />
              <div className="min-w-0 flex-1 py-2.5">
                <Radix.Title className={classNames('font-semibold', destructive && 'text-danger')}>
                  {title}
                </Radix.Title>
                {description && (
                  <Radix.Description className="text-muted text-sm">
                    {description}
                  </Radix.Description>
                )}
                {action && (
                  <Radix.Action
                    altText={action.spoken}
                    onClick={action.run}
                    className={buttonStyles({
                      variant: 'outline',
                      size: 'small',
                      className: 'mt-2',
                    })}
                  >
                    {action.label}
                  </Radix.Action>
                )}
              </div>
              <Radix.Close
                aria-label="Close"
                className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-neutral-soft"
              >
                <X aria-hidden className="size-5" />
              </Radix.Close>
            </div>
          </div>
        </Radix.Root>
        <Radix.Viewport />
      </Radix.Provider>
    </Place>
  );
}

/** Tells the page how tall the toast is: dialogs stay below it, and what gets the focus is scrolled clear of it. */
function Place({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--toast-height', `${entry?.target.clientHeight ?? 0}px`),
    );
    if (place.current) observer.observe(place.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--toast-height');
    };
  }, []);
  return (
    <div ref={place} data-toasts className="print:hidden">
      {children}
    </div>
  );
}
