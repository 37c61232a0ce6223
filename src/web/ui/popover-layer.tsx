import { Popover } from 'radix-ui';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react';

interface PopoverLayerProps
  extends Pick<
    ComponentProps<typeof Popover.Content>,
    'id' | 'role' | 'onPointerMove' | 'onPointerLeave' | 'onBlur'
  > {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/** Rendered next to its anchor, not at the end of the page, so that Tab moves into its content. */
export function PopoverLayer({ anchor, onClose, children, ...content }: PopoverLayerProps) {
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Popover.Content
        {...content}
        align="start"
        sideOffset={6}
        collisionPadding={16}
        onOpenAutoFocus={keepFocus}
        onCloseAutoFocus={keepFocus}
        onInteractOutside={(event) => {
          if (anchor.current?.contains(event.target as Node)) event.preventDefault();
        }}
        onKeyDownCapture={letTabLeave}
        className="z-40 max-h-(--radix-popover-content-available-height) w-max max-w-[min(24rem,calc(100vw-2rem))] overflow-y-auto rounded-control border border-line bg-card p-4 text-left font-normal text-ink text-sm shadow-floating"
      >
        <FocusableWhenScrolled>{children}</FocusableWhenScrolled>
      </Popover.Content>
    </Popover.Root>
  );
}

const keepFocus = (event: Event) => event.preventDefault();

/** Radix traps Tab inside a popover, but this popover should close when focus leaves it. */
function letTabLeave(event: KeyboardEvent) {
  if (event.key === 'Tab') event.stopPropagation();
}

/** Scrollable content must be focusable to be scrolled with the keyboard. */
function FocusableWhenScrolled({ children }: { children: ReactNode }) {
  const inner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = inner.current?.parentElement;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      box.tabIndex = box.scrollHeight > box.clientHeight ? 0 : -1;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return <div ref={inner}>{children}</div>;
}
