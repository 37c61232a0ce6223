import { readWebWeight } from '../scripts/web-weight.ts';
import type { Row } from './measure.ts';

/** What the tests limit for every page, for the page that everybody sees first and the heaviest one. */
export async function compareBytes(): Promise<Row[]> {
  const web = await readWebWeight();
  const added = (...chunks: string[]) => web.weigh(web.added(chunks, web.login));
  const row = (measure: string, wanted: string, kilobytes: number): Row => {
    return { measure, against: 'budget, KB gzip', wanted, ratios: [kilobytes] };
  };
  return [
    row('scripts before /login shows', '≤ 95', web.weigh(web.login)),
    row('/schedule, more', '≤ 20', added('app/schedule-page.tsx', 'app/student-guard.tsx')),
    row('/admin, more', '≤ 60', added('dashboard/dashboard-screen.tsx')),
  ];
}
