import { setTimeout as pause } from 'node:timers/promises';

interface Group<Item, Result> {
  items: Item[];
  results: Promise<Result[]>;
}

/**
 * Runs calls made within a moment of each other together, because a statement about ten rows costs little more than a
 * statement about one. If that fails, each call runs on its own, so one can't make the others fail. `run` must be
 * idempotent and return its results in the order of the items.
 */
export function gather<Context extends object, Item, Result>(
  run: (context: Context, items: Item[]) => Promise<Result[]>,
  waitMs = 1,
) {
  const open = new WeakMap<Context, Group<Item, Result>>();

  function openGroup(context: Context): Group<Item, Result> {
    const items: Item[] = [];
    const results = pause(waitMs).then(() => {
      open.delete(context);
      return run(context, items);
    });
    const group = { items, results };
    open.set(context, group);
    return group;
  }

  return async (context: Context, item: Item): Promise<Result> => {
    const { items, results } = open.get(context) ?? openGroup(context);
    const at = items.push(item) - 1;
    const found = await results.catch((error) => {
      if (items.length === 1) throw error;
      return null;
    });
    return (found ? found[at] : (await run(context, [item]))[0]) as Result;
  };
}
