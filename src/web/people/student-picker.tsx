import { useId, useState } from 'react';
import type { AlumniRow } from '../../contract/people.ts';
import { TextField } from '../ui/field.tsx';
import { type Indexed, searchStudents } from './student-list.ts';

interface StudentPickerProps {
  label?: string;
  index: readonly Indexed<AlumniRow>[];
  chosen: AlumniRow | undefined;
  onChoose: (person: AlumniRow | undefined) => void;
  onSearch?: (text: string) => void;
}

const mostShown = 4;

export function StudentPicker(props: StudentPickerProps) {
  const { label = 'Student', index, chosen, onChoose, onSearch } = props;
  const group = useId();
  const [search, setSearch] = useState('');
  const isSearching = search.trim() !== '';
  const found = isSearching ? searchStudents(index, search) : [];
  const change = (text: string) => {
    setSearch(text);
    onSearch?.(text);
    onChoose(undefined);
  };
  return (
    <>
      <TextField
        label={label}
        placeholder="Search by name or email"
        value={search}
        onChange={(event) => change(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
      />
      {found.length > 0 && (
        <fieldset>
          <legend className="sr-only">Students found</legend>
          {found.slice(0, mostShown).map((student) => (
            <label
              key={student.id}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 hover:bg-neutral-soft has-checked:bg-sky"
            >
              <input
                type="radio"
                name={group}
                checked={chosen?.id === student.id}
                onChange={() => onChoose(student)}
                className="size-5 shrink-0 accent-accent"
              />
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                {student.firstName} {student.lastName}
                <span className="text-muted text-sm wrap-anywhere">{student.email}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <p role="status" className="text-muted text-sm empty:hidden">
        {isSearching && adviceFor(found.length)}
      </p>
    </>
  );
}

function adviceFor(found: number): string | null {
  if (found === 0) return 'No one found';
  if (found > mostShown) return `${found - mostShown} more. Keep typing to narrow the list.`;
  return null;
}
