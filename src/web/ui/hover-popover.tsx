import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { lazily } from './load-lazily.ts';

/** Loaded on demand, because Radix Popover is large. */
const { PopoverLayer } = lazily(() => import('./popover-layer.tsx'), {
  Failed: () => null,
  isOnDemand: true,
});

const openDelayMs = 300;
const closeDelayMs = 150;

interface HoverPopoverProps {
  trigger: ReactNode;
  className?: string;
  onPress?: () => void;
  children: ReactNode;
}

export function HoverPopover({ trigger, className, onPress, children }: HoverPopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHovered = useRef(false);
  const ignoreNextFocus = useRef(false);
  const [isWanted, setWanted] = useState(false);
  // Don't render the popover before it is loaded, because suspending can delay it by 300 ms.
  const [isLoaded, setLoaded] = useState(false);
  const isOpen = isWanted && isLoaded;

  const load = () => PopoverLayer.preload().then(() => setLoaded(true));
  const show = (open: boolean) => {
    if (open) load();
    clearTimeout(timer.current);
    setWanted(open);
  };
  /** Uses pointermove, because a row that renders under a resting pointer gets no pointerenter. */
  const hover = (isOver: boolean, delay: number) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || isHovered.current === isOver) return;
    isHovered.current = isOver;
    if (isOver) load();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setWanted(isOver), delay);
  };
  const focus = ({ currentTarget }: FocusEvent) => {
    // When a dialog closes, focus returns to this button. That shouldn't open the popover.
    if (!ignoreNextFocus.current && currentTarget.matches(':focus-visible')) show(true);
    ignoreNextFocus.current = false;
  };
  const blur = ({ relatedTarget }: FocusEvent) => {
    if (!document.getElementById(id)?.contains(relatedTarget)) show(false);
  };
  const press = () => {
    ignoreNextFocus.current = onPress !== undefined;
    show(!onPress);
    onPress?.();
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <>
      <button
        ref={button}
        type="button"
        {...(onPress
          ? { 'aria-haspopup': 'dialog', 'aria-describedby': isOpen ? id : undefined }
          : { 'aria-expanded': isOpen, 'aria-controls': isOpen ? id : undefined })}
        onPointerMove={hover(true, openDelayMs)}
        onPointerLeave={hover(false, closeDelayMs)}
        onFocus={focus}
        onBlur={blur}
        onClick={press}
        className={className}
      >
        {trigger}
      </button>
      {isOpen && (
        <PopoverLayer
          id={id}
          anchor={button}
          role={onPress ? 'tooltip' : 'group'}
          onPointerMove={hover(true, 0)}
          onPointerLeave={hover(false, closeDelayMs)}
          onBlur={blur}
          onClose={() => show(false)}
        >
          {children}
        </PopoverLayer>
      )}
    </>
  );
}

interface CountPopoverProps {
  count: number;
  of: string;
  children: ReactNode;
}

export function CountPopover({ count, of, children }: CountPopoverProps) {
  return (
    <HoverPopover
      className="-mx-3 min-h-11 rounded-control px-3 text-left font-medium text-sm underline-offset-3 hover:underline pointer-fine:min-h-7"
      trigger={
        <>
          {count}
          <span className="sr-only"> {of}</span>
        </>
      }
    >
      {children}
    </HoverPopover>
  );
}
