import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface SkeletonProps {
  className?: string;
  /** Not shown: words that give the block their size on any screen. */
  children?: ReactNode;
}

/** One grey block; give it the size of what will stand in its place. */
export function Skeleton({ className, children }: SkeletonProps) {
  return (
    <div aria-hidden className={classNames('animate-breathe rounded-control bg-line', className)}>
      {children && <div className="invisible">{children}</div>}
    </div>
  );
}

interface SkeletonGroupProps {
  children: ReactNode;
  label?: string;
  className?: string;
}

/** Says once, for all the blocks in it, that something is on its way. */
export function SkeletonGroup({ children, label = 'Loading…', className }: SkeletonGroupProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
