import { type ReactNode, useState } from 'react';
import { Checkbox } from './checkbox.tsx';
import type { Column } from './data-table.tsx';

export type Ticks = ReturnType<typeof useTicks>;

const none: ReadonlySet<number> = new Set();

/** Keeps the selection across pages. The selection only applies to the list in which it was made. */
export function useTicks(list = '') {
  const [state, setState] = useState({ list, ids: none, isAll: false });
  const { ids, isAll } = state.list === list ? state : { ids: none, isAll: false };
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
    tickAll: () => setState({ list, ids: none, isAll: true }),
    clear: () => setState({ list, ids: none, isAll: false }),
  };
}

export function tickColumn<Row extends { id: number }>(
  name: string,
  { isTicked, tick }: Pick<Ticks, 'isTicked' | 'tick'>,
  label: (row: Row) => ReactNode,
): Column<Row> {
  const cell = (row: Row) => (
    <Checkbox
      label={label(row)}
      checked={isTicked(row.id)}
      onChange={(isNowTicked) => tick([row.id], isNowTicked)}
    />
  );
  return { name, cell, card: 'title' };
}
