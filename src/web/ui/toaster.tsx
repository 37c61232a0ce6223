import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { classNames } from './styles.ts';
import { closeToast, type ShownToast, toastDurationMs } from './toast.ts';

export function Toaster({ shown }: { shown: ShownToast }) {
  const destructive = shown.variant === 'destructive';
  const Icon = destructive ? CircleAlert : CircleCheck;
  return (
    // A provider of its own for each: one whose toast was closed under the pointer stays paused for good.
    <Radix.Provider key={shown.id} duration={toastDurationMs} label="Message">
      <Radix.Root
        open={shown.open}
        onOpenChange={(open) => !open && closeToast(shown.id)}
        // What went wrong is read out at once; good news waits its turn.
        type={destructive ? 'foreground' : 'background'}
        className={classNames(
          'pointer-events-auto flex items-start gap-3 rounded-card border bg-card py-1.5 pr-1.5 pl-4 shadow-floating',
          'data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in',
          'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
          destructive ? 'border-danger' : 'border-line',
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
            {shown.title}
          </Radix.Title>
          {shown.description && (
            <Radix.Description className="text-muted text-sm">
              {shown.description}
            </Radix.Description>
          )}
        </div>
        <Radix.Close
          aria-label="Close"
          className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-neutral-soft"
        >
          <X aria-hidden className="size-5" />
        </Radix.Close>
      </Radix.Root>
      <Radix.Viewport
        data-toasts
        className="fixed inset-x-0 top-0 z-60 p-4 md:top-auto md:right-0 md:bottom-0 md:left-auto md:w-full md:max-w-[420px]"
      />
    </Radix.Provider>
  );
}
