import type { ComponentProps, MouseEvent } from 'react';
import { type ButtonStyle, buttonStyles } from './styles.ts';

interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** What the button started is pending: it shows `pendingText` and ignores clicks. */
  pending?: boolean;
  pendingText?: string;
}

export function Button({
  variant,
  size,
  pending = false,
  pendingText,
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  // aria-disabled rather than disabled, which would drop the keyboard's focus while one waits.
  const press = (event: MouseEvent<HTMLButtonElement>) =>
    pending ? event.preventDefault() : onClick?.(event);

  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-disabled={pending || rest['aria-disabled']}
      className={buttonStyles({ variant, size, className })}
    >
      {pendingText === undefined ? (
        children
      ) : (
        // Both texts share one cell, so the width is that of the longer one at all times.
        <span className="grid place-items-center *:col-start-1 *:row-start-1">
          <span className={pending ? 'invisible' : undefined}>{children}</span>
          <span className={pending ? undefined : 'invisible'}>{pendingText}</span>
        </span>
      )}
    </button>
  );
}
