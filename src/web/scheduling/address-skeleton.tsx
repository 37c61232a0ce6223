import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';

export function AddressSkeleton() {
  return (
    <SkeletonGroup label="Loading your address…" className="mt-3">
      <Skeleton className="h-84 sm:h-52" />
    </SkeletonGroup>
  );
}
