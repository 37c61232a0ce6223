import type { ReactNode } from 'react';

/** Uses SVG, because background colors don't appear in print or in forced-colors mode. `share` is from 0 to 1. */
export function ShareBar({ share }: { share: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className="mt-2 block h-1.5 w-full text-accent print:text-[black] forced-colors:text-[CanvasText]"
    >
      <rect width="100" height="4" fill="currentColor" opacity="0.2" />
      <rect width={100 * share} height="4" fill="currentColor" />
    </svg>
  );
}

interface BarProps {
  share: number | null;
  value: string;
  detail: string | undefined;
}

export function Bar({ share, value, detail }: BarProps) {
  return (
    <>
      <ShareBar share={share ?? 0} />
      <span className="font-semibold">{value}</span> <span className="text-muted">{detail}</span>
    </>
  );
}

/** `strength` is from 0 to 1. */
export function Shade({ strength, children }: { strength: number | null; children: ReactNode }) {
  const percent = Math.round(45 * (strength ?? 0));
  const background = `color-mix(in srgb, var(--color-accent) ${percent}%, transparent)`;
  return (
    <span className="block py-1.5 text-center" style={{ background }}>
      {children}
    </span>
  );
}

interface LineProps {
  caption: string;
  /** Shares are from 0 to 1. The line skips null shares. */
  points: [name: string, share: number | null][];
}

/** Labels the lowest and the latest point. Screen readers skip the line, so show the same numbers in a table below it. */
export function Line({ caption, points }: LineProps) {
  const drawn = points.flatMap(([, share], at) =>
    share === null ? [] : { x: (100 * (at + 0.5)) / points.length, y: 100 - 100 * share, share },
  );
  const path = drawn.map(({ x, y }) => `${x},${y}`);
  const lowest = drawn.toSorted((a, b) => a.share - b.share).slice(0, 1);
  const stroke = { stroke: 'currentColor', vectorEffect: 'non-scaling-stroke' };
  return (
    <div aria-hidden className="mb-5 text-muted text-sm">
      <p className="pb-6 font-semibold text-base text-ink">{caption}</p>
      <div className="relative">
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="h-36 w-full overflow-visible border-line border-y text-accent print:text-[black] forced-colors:text-[CanvasText]"
        >
          <polyline {...stroke} points={path.join(' ')} fill="none" strokeWidth="2" />
          {/* Zero-length lines with round caps stay circles when the chart is stretched. */}
          <path
            {...stroke}
            d={path.map((point) => `M${point}h0`).join('')}
            strokeWidth="8"
            strokeLinecap="round"
          />
        </svg>
        <span className="absolute top-0 left-0">100%</span>
        <span className="absolute bottom-0 left-0">0%</span>
        {[...new Set([...lowest, ...drawn.slice(-1)])].map(({ x, y, share }) => (
          <span
            key={x}
            className="absolute -translate-x-1/2 -translate-y-8 font-medium text-ink tabular-nums"
            style={{ left: `${x}%`, top: `${y}%` }}
          >
            {Math.round(100 * share)}%
          </span>
        ))}
      </div>
      <div className="flex justify-between pt-1">
        <span>{points[0]?.[0]}</span>
        <span>{points.at(-1)?.[0]}</span>
      </div>
    </div>
  );
}

export interface TableProps {
  caption: string;
  heads: string[];
  rows: [name: string, ...cells: ReactNode[]][];
  className?: string;
}

export function Table({ caption, heads, rows, className }: TableProps) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to focus the table to scroll it
      tabIndex={0}
      className="shadow-while-cut-off overflow-x-auto print:overflow-visible"
    >
      <table className="w-full text-left text-sm">
        <caption className="pb-2 text-left font-semibold text-base">{caption}</caption>
        <thead>
          <tr className="align-bottom text-muted *:first:sticky *:first:left-0 *:first:bg-card">
            {heads.map((head) => (
              <th key={head} scope="col" className="pr-2 pb-1 font-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={className}>
          {rows.map(([name, ...cells]) => (
            <tr key={name} className="break-inside-avoid border-line border-t">
              <th scope="row" className="sticky left-0 bg-card py-1.5 pr-3 font-normal">
                {name}
              </th>
              {cells.map((cell, at) => (
                <td key={heads[at + 1]} className="py-1.5 pr-2 lg:pr-3">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
