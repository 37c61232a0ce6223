import { readWebWeight } from '../scripts/web-weight.ts';
import type { Row } from './measure.ts';

export async function compareBytes(): Promise<Row[]> {
  const { first, screens, others } = await readWebWeight();
  const row = (measure: string, wanted: string, kilobytes: number): Row => {
    return { measure, against: 'budget, KB gzip', wanted, ratios: [kilobytes] };
  };
  const [heaviest = '', added = Number.NaN] =
    [...others].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return [
    row('scripts before /login or /schedule shows', '≤ 115', first),
    row('/admin, more', '≤ 35', screens.get('dashboard/dashboard-screen.tsx') ?? Number.NaN),
    {
      ...row('the heaviest dialog when it opens on /admin, more', '≤ 50', added),
      note: `it is ${heaviest}, one of ${others.size} parts that load on demand.`,
    },
  ];
}
