import { readWebWeight } from '../scripts/web-weight.ts';
import { PAGES, type Page } from '../src/course/pages.ts';
import type { Row } from './measure.ts';

/** What the tests limit for every page, for the page that everybody sees first and the heaviest one. */
export async function compareBytes(): Promise<Row[]> {
  const web = await readWebWeight();
  const added = (page: Page) => web.pages.get(page) ?? Number.NaN;
  const row = (measure: string, wanted: string, kilobytes: number): Row => {
    return { measure, against: 'budget, KB gzip', wanted, ratios: [kilobytes] };
  };
  const dialogs = [...web.dialogs].sort(([, one], [, other]) => other - one);
  const [heaviest = '', opened = Number.NaN] = dialogs[0] ?? [];
  return [
    row('scripts before /login shows', '≤ 95', web.weigh(web.login)),
    row('/schedule, more', '≤ 20', added(PAGES.schedule)),
    row('/admin, more', '≤ 60', added(PAGES.admin)),
    {
      ...row('the heaviest dialog of /admin when it opens, more', '≤ 40', opened),
      note: `it is ${heaviest}, of ${dialogs.length} parts that /admin loads when they are opened.`,
    },
  ];
}
