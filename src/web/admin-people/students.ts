import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { StudentRow } from '../../contract/admin-people.ts';
import { callForChanges, keyOf, type MarkedAnswer } from '../call.ts';

const queryKey = keyOf('GET /api/students');

/**
 * All students. Opening the tab asks again, which costs next to nothing while nobody has changed: the
 * server then sends no list, and the one that is known stays the very same.
 */
export function useStudents() {
  const client = useQueryClient();
  return useQuery({
    queryKey,
    queryFn: () => {
      const known = client.getQueryData<MarkedAnswer<StudentRow[]>>(queryKey);
      return callForChanges('GET /api/students', known);
    },
    select: ({ answer }) => answer,
    refetchOnMount: 'always',
    // Comparing ten thousand rows with their classes takes longer than showing twenty of them.
    structuralSharing: false,
  });
}
