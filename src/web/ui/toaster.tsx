import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type EmptyRoom, leaveRoom, placeInPage } from './place-toasts.ts';
import { buttonStyles, classNames } from './styles.ts';
import { closeToast, type ShownToast, toastDurationMs } from './toast.ts';

/** It lies over nothing that can be used or read: see theme.css and place-toasts.ts. */
export function Toaster({ shown }: { shown: ShownToast }) {
  const [closedByHand, setClosedByHand] = useState(0);
  const isClosedByHand = closedByHand === shown.id;
  const place = usePlace(shown, isClosedByHand);
  const destructive = shown.variant === 'destructive';
  const Icon = destructive ? CircleAlert : CircleCheck;
  const { id, title, description, action, durationMs = toastDurationMs } = shown;
  return (
    // A provider of its own for each: one whose toast was closed under the pointer stays paused for good.
    <Radix.Provider key={id} duration={durationMs} label="Message">
      <Radix.Root
        open={shown.open}
        onOpenChange={(open) => !open && closeToast(id)}
        // What went wrong is read out at once; good news waits its turn.
        type={destructive ? 'foreground' : 'background'}
        className={classNames(
          'grid data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
          isClosedByHand
            ? 'data-[state=closed]:animate-give-room'
            : 'data-[state=closed]:animate-fade-out',
          !shown.replaces && 'data-[state=open]:animate-take-room',
        )}
      >
        <div className="min-h-0 pt-1 pb-3">
          <div
            className={classNames(
              'pointer-events-auto flex items-start gap-3 rounded-card border bg-card py-1 pr-1 pl-4 shadow-lifted',
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
                  onClick={() => {
                    setClosedByHand(id);
                    action.run();
                  }}
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
              onClick={() => setClosedByHand(id)}
              className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-neutral-soft"
            >
              <X aria-hidden className="size-5" />
            </Radix.Close>
          </div>
        </div>
      </Radix.Root>
      {createPortal(<Radix.Viewport />, place)}
    </Radix.Provider>
  );
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

/** What scrolls the page so soon is not the reader, but the focus or the next page. */
const settlesWithinMs = 1_500;

/** As long as it takes to fade out. */
const fadeMs = 200;

/**
 * Keeps the toast in the page, also when another page comes, and tells how tall it is: dialogs stay below it, and what
 * gets the focus is scrolled clear of it. One that goes by itself leaves its room behind while that is in sight, since
 * somebody may be about to press what stands below it, until something was pressed.
 */
function usePlace({ id, open }: ShownToast, isClosedByHand: boolean) {
  const [place] = useState(() => document.createElement('div'));
  const room = useRef<EmptyRoom>(null);
  useLayoutEffect(() => {
    if (!open) return;
    room.current?.remove();
    room.current = null;
    place.id = `toast-${id}`;
    const { style } = document.documentElement;
    const put = () => {
      const main = document.querySelector('main');
      if (!main) return;
      place.parentElement?.remove();
      placeInPage(place, main);
    };
    const putBack = () => place.isConnected || put();
    const shownAt = performance.now();
    const follow = () => {
      if (performance.now() - shownAt > settlesWithinMs) return;
      if (window.scrollY === 0 || !isInSight(place)) put();
    };
    const inPage = new MutationObserver(putBack);
    const size = new ResizeObserver(() =>
      style.setProperty('--toast-height', `${place.clientHeight}px`),
    );
    if (!place.isConnected || !isInSight(place)) put();
    inPage.observe(document.body, { childList: true, subtree: true });
    size.observe(place);
    window.addEventListener('scroll', follow);
    return () => {
      window.removeEventListener('scroll', follow);
      inPage.disconnect();
      size.disconnect();
      style.removeProperty('--toast-height');
    };
  }, [place, id, open]);

  useEffect(() => {
    if (open) return;
    const holder = place.parentElement;
    if (holder && !isClosedByHand) room.current = leaveRoom(holder);
    const timer = setTimeout(() => {
      if (!room.current) holder?.remove();
      place.remove();
    }, fadeMs);
    return () => clearTimeout(timer);
  }, [place, open, isClosedByHand]);
  return place;
}
