import { type ComponentProps, useMemo, useState } from 'react';
import type { AlumniRow } from '../../contract/people.ts';
import { useAlumni, useStudents } from '../people/queries.ts';
import { indexStudents } from '../people/student-list.ts';
import { StudentPicker } from '../people/student-picker.tsx';

type WalkInPickerProps = Pick<ComponentProps<typeof StudentPicker>, 'chosen' | 'onChoose'>;

/** Finds students and alumni. The browser has all students, but the server searches alumni. */
export function WalkInPicker(props: WalkInPickerProps) {
  const [search, setSearch] = useState('');
  const { data: students } = useStudents();
  const { data: alumni } = useAlumni({ search, page: 1 });
  const index = useMemo(
    () => indexStudents<AlumniRow>([...(students ?? []), ...(alumni?.data ?? [])]),
    [students, alumni],
  );
  return <StudentPicker label="Who walked in?" {...props} index={index} onSearch={setSearch} />;
}
