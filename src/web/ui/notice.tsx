import type { ReactNode } from 'react';
import { classNames } from './styles.ts';

const tones = {
  good: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
};

interface NoticeProps {
  tone: keyof typeof tones;
  title: string;
  children: ReactNode;
  className?: string;
}

/** Says on the page itself what a toast says only for a moment. */
export function Notice({ tone, title, children, className }: NoticeProps) {
  return (
    <div className={classNames('rounded-control px-4 py-3 text-left', tones[tone], className)}>
      <p className="font-semibold">{title}</p>
      <p className="text-ink text-sm">{children}</p>
    </div>
  );
}

/** An error beside what it is about. Not announced: a toast has been already. */
export function InlineError({ children, className }: { children: string; className?: string }) {
  return <p className={classNames('font-medium text-danger text-sm', className)}>{children}</p>;
}
