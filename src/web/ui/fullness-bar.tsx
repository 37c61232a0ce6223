export function FullnessBar({ count, of }: { count: number; of: number }) {
  // A nearly empty bar would only be a dot.
  if (count === 0 || count < of / 10) return null;
  const width = `${Math.min(100, (100 * count) / of)}%`;
  return (
    <span aria-hidden className="h-1 w-6 shrink-0 rounded-full bg-line lg:w-12">
      <span data-bar="done" className="block h-full rounded-full bg-accent" style={{ width }} />
    </span>
  );
}
