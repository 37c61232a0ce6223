import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';

interface Options<Item> {
  /** Only calls of the same group share a run. */
  groupOf?(item: Item): string;
  /** The most calls that may share a run. */
  most?: number;
  /** How long a run waits for more calls. By default, until the end of this turn of the event loop. */
  waitMs?: number;
  /** If a run fails, each of its calls runs on its own, so one can't make the others fail. */
  isIdempotent?: boolean;
}

interface Group<Item, Result> {
  items: Item[];
  results: Promise<Result[]>;
}

/**
 * Returns a function whose calls share a single `run` if they come at the same time, for example from jobs of one batch,
 * because a statement about ten rows costs little more than a statement about one. `run` returns the results in the
 * order of the items.
 */
export function gather<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { groupOf = () => '', most = Infinity, waitMs = 0, isIdempotent = false }: Options<Item> = {},
) {
  const open = new Map<string, Group<Item, Result>>();

  function openGroup(key: string): Group<Item, Result> {
    const items: Item[] = [];
    const wait = waitMs > 0 ? pause(waitMs) : endOfTurn();
    const results = wait.then(() => {
      if (open.get(key) === group) open.delete(key);
      return run(items);
    });
    const group = { items, results };
    open.set(key, group);
    return group;
  }

  return async (item: Item): Promise<Result> => {
    const key = groupOf(item);
    const { items, results } = open.get(key) ?? openGroup(key);
    const at = items.push(item) - 1;
    if (items.length === most) open.delete(key);
    try {
      return (await results)[at] as Result;
    } catch (error) {
      if (!isIdempotent || items.length === 1) throw error;
      return (await run([item]))[0] as Result;
    }
  };
}

/** Jobs of one batch reach the same step a few milliseconds apart. */
const jobsApartMs = 5;

/** Gathers statements of jobs. Only calls with the same context, such as a database, share one. */
export function gatherWith<Context extends object, Item, Result>(
  run: (context: Context, items: Item[]) => Promise<Result[]>,
  waitMs = jobsApartMs,
) {
  const callsOf = new WeakMap<Context, (item: Item) => Promise<Result>>();
  return (context: Context, item: Item): Promise<Result> => {
    const call =
      callsOf.get(context) ??
      gather((items: Item[]) => run(context, items), { waitMs, isIdempotent: true });
    callsOf.set(context, call);
    return call(item);
  };
}
