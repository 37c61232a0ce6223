import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';

const rows = [1, 2, 3, 4, 5, 6, 7, 8];

/** As tall, row by row, as the table that takes its place. */
export function ClassesSkeleton() {
  return (
    <SkeletonGroup
      label="Loading classes…"
      className="sm:rounded-card sm:border sm:border-line sm:bg-card sm:shadow-card"
    >
      <div className="h-11 rounded-t-card bg-neutral-soft/60 max-sm:hidden" />
      {rows.map((row) => (
        <div
          key={row}
          className="flex items-center justify-between border-line max-sm:mt-3 max-sm:h-32 max-sm:rounded-card max-sm:border max-sm:bg-card max-sm:px-4 sm:h-14 sm:border-t sm:px-5"
        >
          <div className="grid gap-2">
            <Skeleton className="h-4 w-32 sm:w-64" />
            <Skeleton className="h-4 w-24 sm:hidden" />
            <Skeleton className="h-4 w-32 sm:hidden" />
          </div>
          <Skeleton className="h-9 w-24" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
