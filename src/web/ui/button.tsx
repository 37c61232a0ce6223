import type { ComponentProps, MouseEvent } from 'react';
import { type ButtonStyle, buttonStyles } from './styles.ts';

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  pending?: boolean;
  pendingText?: string | undefined;
}

export function Button(props: ButtonProps) {
  const { variant, size, pending = false, pendingText, className, children, ...rest } = props;
  const { type = 'button', onClick } = rest;
  // A pending button is only aria-disabled, because a disabled button would lose keyboard focus.
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
        // Both labels share one grid cell, so the button's width never changes.
        <span className="grid place-items-center *:col-start-1 *:row-start-1">
          <span className={pending ? 'invisible' : undefined}>{children}</span>
          <span className={pending ? undefined : 'invisible'}>{pendingText}</span>
        </span>
      )}
    </button>
  );
}

export function SmallButton(props: ButtonProps) {
  return <Button variant="quiet" size="small" {...props} />;
}

export function DialogButton(props: ButtonProps) {
  return <SmallButton aria-haspopup="dialog" {...props} />;
}

export function DownloadLink(props: ComponentProps<'a'> & ButtonStyle) {
  const { variant = 'plain', className, ...rest } = props;
  const styles = buttonStyles({ variant, size: 'small', className });
  return <a {...rest} download className={styles} />;
}

/** A ref callback for an element that replaces a pressed button and takes its focus. */
export function focusWhenShown(element: HTMLElement | null): void {
  element?.focus();
}
