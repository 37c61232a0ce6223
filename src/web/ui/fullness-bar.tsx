interface FullnessBarProps {
  count: number;
  of: number;
}

/** Hidden from screen readers, because the count next to the bar says the same thing. */
export function FullnessBar({ count, of }: FullnessBarProps) {
  const share = of > 0 ? Math.min(1, count / of) : 0;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 48 4"
      preserveAspectRatio="none"
      className="h-1 w-6 shrink-0 text-accent lg:w-12"
    >
      <rect width="48" height="4" rx="2" fill="currentColor" opacity="0.2" />
      <rect width={48 * share} height="4" rx="2" fill="currentColor" />
    </svg>
  );
}
