import { useState } from 'react';

const nobody: ReadonlySet<number> = new Set();

/** Who is ticked in a list, on whichever page, or that all of it are. Another list begins with nobody. */
export function useTicks(list: string) {
  const [state, setState] = useState({ list, ids: nobody, isAll: false });
  const { ids, isAll } = state.list === list ? state : { ids: nobody, isAll: false };
  const tick = (changed: readonly number[], isTicked: boolean) => {
    const next = new Set(ids);
    for (const id of changed) {
      if (isTicked) next.add(id);
      else next.delete(id);
    }
    setState({ list, ids: next, isAll: false });
  };
  return {
    ids: [...ids],
    isAll,
    isTicked: (id: number) => isAll || ids.has(id),
    tick,
    tickAll: () => setState({ list, ids: nobody, isAll: true }),
    clear: () => setState({ list, ids: nobody, isAll: false }),
  };
}
