import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { FoundPerson } from '../../contract/person-page.ts';
import { MOST_PEOPLE_FOUND } from '../../course/course.ts';
import { fullName } from '../../course/full-name.ts';
import { apiQuery } from '../api.ts';
import { roleNames } from './contact.tsx';
import { SearchBox } from './loaded-list.tsx';
import { Radio } from './radio.tsx';
import { useDebounced } from './use-debounced.ts';

const none: FoundPerson[] = [];

/** Searches when typing pauses. Members are active students and alumni. */
export function usePeopleSearch(typed: string, only?: { members: 'true' }) {
  const text = typed.trim();
  const search = useDebounced(text);
  const { data, isError, isPlaceholderData } = useQuery({
    ...apiQuery('GET /api/admin/people', { query: { search, ...only } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const isSearching = text !== '' && search !== '';
  const found = (isSearching && data) || none;
  const advice = adviceFor(found.length, data !== undefined, isError);
  const isCurrent = search === text && !isPlaceholderData;
  return { found, isSearching, isCurrent, advice: isSearching ? advice : null };
}

function adviceFor(found: number, isLoaded: boolean, isError: boolean): string | null {
  if (found === MOST_PEOPLE_FOUND) return 'Keep typing to narrow the list.';
  if (found > 0) return null;
  if (isError) return 'We couldn’t search right now. Please try again.';
  return isLoaded ? 'No one found. Try another name, email or phone number.' : 'Searching…';
}

export function FoundName({ person }: { person: FoundPerson }) {
  return (
    <>
      <span className="font-medium">{fullName(person)}</span>{' '}
      <span className="text-muted">
        {roleNames[person.role]}
        {person.isDeactivated && ', deactivated'}
      </span>
      <span className="block text-muted">{person.email}</span>
    </>
  );
}

interface PersonPickerProps {
  label: string;
  /** Called with undefined when the search changes. */
  onChoose: (person: FoundPerson | undefined) => void;
}

export function PersonPicker({ label, onChoose }: PersonPickerProps) {
  const group = useId();
  const [typed, setTyped] = useState('');
  const [chosenId, setChosenId] = useState<number>();
  const { found, advice } = usePeopleSearch(typed, { members: 'true' });
  const choose = (person: FoundPerson | undefined) => {
    setChosenId(person?.id);
    onChoose(person);
  };
  return (
    <>
      <SearchBox
        label={label}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          choose(undefined);
        }}
      />
      {found.length > 0 && (
        <fieldset>
          <legend className="sr-only">People found</legend>
          {found.map((person) => (
            <Radio
              key={person.id}
              name={group}
              checked={chosenId === person.id}
              onChange={() => choose(person)}
              className="rounded-control px-3 py-1.5 text-sm hover:bg-neutral-soft has-checked:bg-sky"
            >
              <FoundName person={person} />
            </Radio>
          ))}
        </fieldset>
      )}
      <p role="status" className="text-muted text-sm empty:hidden">
        {advice}
      </p>
    </>
  );
}
