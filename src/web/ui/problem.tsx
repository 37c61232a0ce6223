import { classNames } from './class-names.ts';

/** What went wrong, where it has to be put right; a toast has said it aloud already. */
export function Problem({ children, className }: { children: string; className?: string }) {
  return <p className={classNames('font-medium text-danger text-sm', className)}>{children}</p>;
}
