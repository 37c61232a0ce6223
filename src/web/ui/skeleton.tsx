import type { ReactNode } from 'react';
import { classNames } from './styles.ts';

export function Skeleton({ className, children }: { className?: string; children?: ReactNode }) {
  if (children === undefined) {
    return <div aria-hidden className={classNames(block, className)} />;
  }
  return (
    <div aria-hidden className={classNames('relative', className)}>
      <div className={classNames(block, 'absolute inset-x-0 inset-y-[12%]')} />
      <div className="invisible">{children}</div>
    </div>
  );
}

const block = 'animate-breathe rounded-control bg-line';

interface SkeletonGroupProps {
  children: ReactNode;
  label?: string;
  className?: string;
}

export function SkeletonGroup({ children, label = 'Loading…', className }: SkeletonGroupProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
