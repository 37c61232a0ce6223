interface Bar {
  name: string;
  /** The length of the bar, from 0 to 1. Null draws only the outline. */
  share: number | null;
  value: string;
  detail?: string;
}

interface BarTableProps {
  caption: string;
  heads: [name: string, value: string];
  bars: readonly Bar[];
}

/** A bar chart that screen readers read as a table. SVG bars also appear in print and in forced-colors mode. */
export function BarTable({ caption, heads, bars }: BarTableProps) {
  return (
    <table className="w-full break-inside-avoid text-left text-sm">
      <caption className="pb-2 text-left font-semibold text-base">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ name, share, value, detail }) => (
          <tr key={name} className="border-line border-t print:border-line-strong">
            <th scope="row" className="w-[42%] py-1.5 pr-3 align-top font-normal">
              {name}
            </th>
            <td className="py-1.5 align-top">
              <svg
                aria-hidden="true"
                viewBox="0 0 100 8"
                preserveAspectRatio="none"
                className="mt-1 block h-3 w-full text-accent print:text-[black] forced-colors:text-[CanvasText]"
              >
                <rect
                  width="99.5"
                  height="7.5"
                  x="0.25"
                  y="0.25"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1"
                  vectorEffect="non-scaling-stroke"
                  opacity="0.5"
                />
                <rect width={100 * (share ?? 0)} height="8" fill="currentColor" />
              </svg>
              <span className="font-semibold">{value}</span>
              {detail && <span className="text-muted print:text-[black]"> {detail}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
