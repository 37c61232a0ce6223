import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { buttonStyles, classNames } from './styles.ts';
import { closeToast, type ShownToast, toastDurationMs } from './toast.ts';

/** theme.css decides where the toast appears. */
export function Toaster({ shown }: { shown: ShownToast }) {
  const { id, open, title, description, variant, action, durationMs = toastDurationMs } = shown;
  const destructive = variant === 'destructive';
  const Icon = destructive ? CircleAlert : CircleCheck;
  return (
    // Use a new provider for each toast, because a provider stays paused if its toast closes under the pointer.
    <Radix.Provider key={id} duration={durationMs} label="Message">
      <Radix.Root
        open={open}
        onOpenChange={(isOpen) => !isOpen && closeToast(id)}
        // Make screen readers announce errors immediately.
        type={destructive ? 'foreground' : 'background'}
        className={classNames(
          'pointer-events-auto flex items-start gap-3 rounded-card border bg-card py-1 pr-1 pl-4 shadow-floating',
          'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in',
          destructive ? 'border-danger' : 'border-line-strong',
        )}
      >
        <Icon
          aria-hidden
          className={classNames(
            'mt-2.5 size-5 shrink-0',
            destructive ? 'text-danger' : 'text-success',
          )}
        />
        <div className="min-w-0 flex-1 py-2">
          <Radix.Title className={classNames('font-semibold', destructive && 'text-danger')}>
            {title}
          </Radix.Title>
          {description && (
            <Radix.Description className="text-muted text-sm">{description}</Radix.Description>
          )}
          {action && (
            <Radix.Action
              altText={action.spoken}
              onClick={action.run}
              className={buttonStyles({
                variant: 'quiet',
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
      </Radix.Root>
      <Radix.Viewport data-toasts />
    </Radix.Provider>
  );
}
