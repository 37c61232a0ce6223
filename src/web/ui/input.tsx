import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...rest}
      className={classNames(
        'min-h-12 w-full rounded-control border border-control bg-card px-3.5 py-2.5 placeholder:text-muted',
        'focus-visible:-outline-offset-2 aria-invalid:border-danger disabled:bg-neutral-soft',
        className,
      )}
    />
  );
}
