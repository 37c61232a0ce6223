import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { pacificWallText } from '../../course/pacific-time.ts';

type Cell = string | number | null | undefined;

export const CSV_ROWS_PER_PAGE = 500;

/** Spreadsheets need a byte order mark to detect UTF-8. */
const writeHeader = (columns: string[]) =>
  stringify([columns], { bom: true, record_delimiter: 'windows' });

/** Escapes formulas with an apostrophe, which the import removes. */
const writeRows = (rows: Cell[][]) =>
  stringify(rows, { escape_formulas: true, record_delimiter: 'windows' });

export async function* streamCsv<Item>(
  columns: string[],
  readPage: (last: Item | undefined) => Promise<Item[]>,
  cellsOf: (item: Item) => Cell[],
): AsyncGenerator<string> {
  yield writeHeader(columns);
  for (let last: Item | undefined; ; ) {
    const page = await readPage(last);
    last = page.at(-1);
    if (!last) return;
    yield writeRows(page.map(cellsOf));
  }
}

export function csvTime(instant: Date | null | undefined): string {
  return instant ? pacificWallText(instant).replace('T', ' ') : '';
}

const itemsPerTurn = 100;
const bytesPerTurn = 32 * 1024;

/** Pauses between slices of a long list, so that other requests can run. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    if (results.length % itemsPerTurn === 0) await nextTurn();
  }
  return results;
}

/** Slices bytes instead of characters, so that no surrogate pair is split. */
export async function* slicesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += bytesPerTurn) {
    yield bytes.subarray(from, from + bytesPerTurn);
    await nextTurn();
  }
}
