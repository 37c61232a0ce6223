import { setImmediate as nextTurn } from 'node:timers/promises';

const itemsPerTurn = 100;
const bytesPerTurn = 32 * 1024;

/** Maps a long list. Other requests get their turn in between. */
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

/** A long text, for a stream that parses it. Bytes and not characters: a slice must not end within a surrogate pair. */
export async function* slicesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += bytesPerTurn) {
    yield bytes.subarray(from, from + bytesPerTurn);
    await nextTurn();
  }
}
