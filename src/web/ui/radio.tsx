import type { ComponentProps } from 'react';
import { classNames } from './styles.ts';

/** The children are the label. */
export function Radio({ children, className, ...rest }: ComponentProps<'input'>) {
  return (
    <label className={classNames('flex min-h-11 cursor-pointer items-center gap-3', className)}>
      <input {...rest} type="radio" className="size-5 shrink-0 accent-link" />
      <span className="wrap-anywhere min-w-0">{children}</span>
    </label>
  );
}
