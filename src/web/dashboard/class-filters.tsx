import type { AdminClass } from '../../contract/timetable.ts';
import { Button } from '../ui/button.tsx';
import type { useListAddress } from '../ui/list-address.ts';
import { filterNames, filterOptions, isFiltered } from './filter-classes.ts';

interface ClassFiltersProps {
  classes: readonly AdminClass[];
  list: ReturnType<typeof useListAddress>;
}

export function ClassFilters({ classes, list }: ClassFiltersProps) {
  const clear = () => list.change(Object.fromEntries(filterNames.map((name) => [name, null])));
  return (
    <>
      {filterOptions(classes).map(({ name, options }) => (
        <select
          key={name}
          aria-label={`Filter by ${name}`}
          value={list.get(name) ?? ''}
          onChange={({ target }) => list.filter(name, target.value || null)}
          className="min-h-11 rounded-control border border-line-strong bg-card px-2 text-sm pointer-fine:min-h-9"
        >
          <option value="">Any {name}</option>
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ))}
      {isFiltered(list.get) && (
        <Button variant="plain" size="tight" onClick={clear}>
          Clear
        </Button>
      )}
    </>
  );
}
