import { classNames } from './styles.ts';

interface SpinnerProps {
  label: string;
  className?: string;
  delayed?: boolean;
}

export function PageSpinner() {
  return <Spinner label="Loading…" className="m-auto" delayed />;
}

export function Spinner({ label, className, delayed = false }: SpinnerProps) {
  return (
    <div
      role="status"
      className={classNames(
        'flex w-fit items-center gap-3 text-muted',
        delayed && 'animate-appear-late',
        className,
      )}
    >
      <svg
        viewBox="0 0 32 32"
        fill="none"
        strokeWidth="3"
        className="size-8 animate-spin"
        aria-hidden
      >
        <circle cx="16" cy="16" r="13" className="stroke-line" />
        <path d="M16 3a13 13 0 0 1 13 13" strokeLinecap="round" className="stroke-accent" />
      </svg>
      {/* With reduced motion, the ring doesn't spin, so the label becomes visible. */}
      <span className="sr-only motion-reduce:not-sr-only">{label}</span>
    </div>
  );
}
