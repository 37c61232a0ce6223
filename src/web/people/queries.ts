import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import type { StudentRow } from '../../contract/people.ts';
import { apiQuery, updateCached } from '../api.ts';

/** All students, refetched whenever the tab is opened. */
export function useStudents() {
  return useQuery({
    ...apiQuery('GET /api/students'),
    refetchOnMount: 'always',
    // Comparing ten thousand rows with their classes takes longer than showing twenty of them.
    structuralSharing: false,
  });
}

/** Puts a student into the list as they are now; a new one comes first. */
export function putStudent(client: QueryClient, student: StudentRow): void {
  updateCached(client, 'GET /api/students', (students) =>
    students.some(({ id }) => id === student.id)
      ? students.map((row) => (row.id === student.id ? student : row))
      : [student, ...students],
  );
}

/** One page of alumni; the page before stays on the screen until the next has come. */
export function useAlumni({ search, page }: { search: string; page: number }) {
  return useQuery({
    ...apiQuery('GET /api/alumni', { query: { search, page, limit: '20' } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** One person, refetched whenever the page is opened or looked at again. */
export function usePersonPage(id: number) {
  return useQuery({
    ...apiQuery('GET /api/admin/people/:id', { params: { id } }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
