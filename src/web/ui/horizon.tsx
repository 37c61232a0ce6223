import type { ReactNode } from 'react';
import { classNames } from './styles.ts';

/** The logo's arcs as a sunrise over calm water. */
export function Horizon({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 240 92"
      aria-hidden
      className={classNames('fill-none stroke-3 stroke-accent [stroke-linecap:round]', className)}
    >
      <path
        opacity=".16"
        d="M57 44.5a68 68 0 0 1 126 0M8 70c22-20 46-20 62 0M170 70c18-26 42-26 62 0"
      />
      <path opacity=".32" d="M69.3 51.5a54 54 0 0 1 101.4 0" />
      <path opacity=".6" d="M81.7 58.3a40 40 0 0 1 76.6 0" />
      <path d="M94 70a26 26 0 0 1 52 0M4 70h232" />
      <path opacity=".4" d="M74 80h64M152 80h16M98 89h44" />
    </svg>
  );
}

/** An empty list. Inside another card, it is only text. */
export function Empty({ text, advice }: { text: ReactNode; advice?: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-card px-5 py-10 text-center in-[.shadow-card]:border-0 in-[.shadow-card]:p-0 in-[.shadow-card]:text-left">
      <Horizon className="mx-auto mb-5 w-40 in-[.shadow-card]:hidden" />
      <p className="font-semibold in-[.shadow-card]:font-normal in-[.shadow-card]:text-muted">
        {text}
      </p>
      {advice && <p className="mt-1 text-muted">{advice}</p>}
    </div>
  );
}
