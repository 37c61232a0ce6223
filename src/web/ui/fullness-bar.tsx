export function FullnessBar({ count, of }: { count: number; of: number }) {
  const width = `${of > 0 ? Math.min(100, (100 * count) / of) : 0}%`;
  return (
    <span aria-hidden className="h-1 w-6 shrink-0 rounded-full bg-line lg:w-12">
      <span data-bar="done" className="block h-full rounded-full bg-accent" style={{ width }} />
    </span>
  );
}
