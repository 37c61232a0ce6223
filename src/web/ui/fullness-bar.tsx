export function FullnessBar({ count, of }: { count: number; of: number }) {
  const percent = Math.min(100, (100 * count) / of);
  // A nearly empty bar would only be a dot.
  if (!(percent >= 10)) return null;
  return (
    <span aria-hidden className="h-1 w-6 shrink-0 rounded-full bg-line lg:w-12">
      <span
        data-bar="done"
        className="block h-full rounded-full bg-accent"
        style={{ width: `${percent}%` }}
      />
    </span>
  );
}
