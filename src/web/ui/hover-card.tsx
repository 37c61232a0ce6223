import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { TOOLTIP_DELAY_MS } from '../../course/course.ts';
import { keepBeside } from './keep-beside.ts';

interface HoverCardProps {
  /** What is always on the page. It is a button: a keyboard and a finger reach the card, too. */
  trigger: ReactNode;
  className?: string;
  /** What a press does where it does something else than show the card, such as opening a dialog. */
  onPress?: () => void;
  children: ReactNode;
}

/** A browser without popovers shows the card all the same; only a table's edge may then cut it off. */
const canPop = 'popover' in HTMLElement.prototype;
const isPopped = (box: Element) => canPop && box.matches(':popover-open');

/** Long enough to move the pointer from the trigger onto the card. */
const leaveDelayMs = 150;

/**
 * More about something, for those who point at it, tap it or come to it by keyboard. The browser's own
 * popover closes it on Escape and on a tap elsewhere, and no edge of a table cuts it off.
 */
export function HoverCard({ trigger, className, onPress, children }: HoverCardProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPointing = useRef(false);
  const isReturning = useRef(false);
  const [isOpen, setOpen] = useState(false);

  const show = (open: boolean) => {
    clearTimeout(timer.current);
    setOpen(open);
  };
  /** Goes by moving, not by entering: a row that comes under a resting pointer is never entered. */
  const byMouse = (isThere: boolean, delay: number) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || isPointing.current === isThere) return;
    isPointing.current = isThere;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(isThere), delay);
  };
  const byKeyboard = ({ currentTarget }: FocusEvent) => {
    // The focus that a dialog gives back is not a wish to see the card again.
    if (!isReturning.current && currentTarget.matches(':focus-visible')) show(true);
    isReturning.current = false;
  };
  // Somebody who selects words on the card has not left it.
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!card.current?.contains(relatedTarget)) show(false);
  };
  const press = () => {
    isReturning.current = onPress !== undefined;
    show(!onPress);
    onPress?.();
  };

  useLayoutEffect(() => {
    const box = card.current;
    if (!isOpen || !box || !button.current) return;
    if (canPop && !isPopped(box)) box.showPopover();
    const letGo = keepBeside(button.current, box);
    // A list that is cut off can be scrolled by keyboard, and only such a one is worth a stop.
    box.tabIndex = box.scrollHeight > box.clientHeight ? 0 : -1;
    return () => {
      letGo();
      if (isPopped(box)) box.hidePopover();
    };
  }, [isOpen]);
  useLayoutEffect(() => () => clearTimeout(timer.current), []);

  return (
    <>
      <button
        ref={button}
        type="button"
        {...(onPress
          ? { 'aria-haspopup': 'dialog', 'aria-describedby': isOpen ? id : undefined }
          : { 'aria-expanded': isOpen, popoverTarget: id, popoverTargetAction: 'show' })}
        onPointerMove={byMouse(true, TOOLTIP_DELAY_MS)}
        onPointerLeave={byMouse(false, leaveDelayMs)}
        onFocus={byKeyboard}
        onBlur={leave}
        onClick={press}
        className={className}
      >
        {trigger}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens for the pointer leaving, so as to stay while it is read */}
      <div
        ref={card}
        id={id}
        popover="auto"
        hidden={!isOpen}
        role={onPress ? 'tooltip' : 'group'}
        onPointerMove={byMouse(true, 0)}
        onPointerLeave={byMouse(false, leaveDelayMs)}
        onBlur={leave}
        onToggle={({ newState }) => show(newState === 'open')}
        className="fixed inset-auto m-0 w-max max-w-[min(24rem,calc(100vw-2rem))] overflow-y-auto rounded-control border border-line bg-card p-4 text-left font-normal text-ink text-sm shadow-floating"
      >
        {isOpen && children}
      </div>
    </>
  );
}
