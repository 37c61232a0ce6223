/** Decoration: the text beside it is the name. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 48 30"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      className={className}
      aria-hidden
    >
      <path d="M4.7 20.8a20.5 20.5 0 0 1 38.6 0" stroke="#a9cfe8" />
      <path d="M9.6 23.6a14.75 14.75 0 0 1 28.8 0" stroke="#5ba6d6" />
      <path d="M14.75 28a9.25 9.25 0 0 1 18.5 0M2 28h44" stroke="#1b76b4" />
    </svg>
  );
}
