import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import type { StudentRow } from '../../contract/people.ts';
import type { ClearingKind } from '../../course/clearing.ts';
import { freshQuery, updateCached } from '../api.ts';

export function useStudents() {
  return useQuery({
    ...freshQuery('GET /api/students'),
    // Turned off, because comparing 10,000 rows takes longer than rendering a page of 20.
    structuralSharing: false,
  });
}

/** Updates a student in the cached list, or adds them at the top. */
export function putStudent(client: QueryClient, student: StudentRow): void {
  updateCached(client, 'GET /api/students', (students) =>
    students.some(({ id }) => id === student.id)
      ? students.map((row) => (row.id === student.id ? student : row))
      : [student, ...students],
  );
}

export function useAlumni({ search, page }: { search: string; page: number }) {
  return useQuery({
    ...freshQuery('GET /api/alumni', { query: { search, page, limit: '20' } }),
    placeholderData: keepPreviousData,
  });
}

export function usePersonPage(id: number) {
  return useQuery({
    ...freshQuery('GET /api/admin/people/:id', { params: { id } }),
    refetchOnWindowFocus: 'always',
  });
}

/** The classes that would be removed from the schedule if the change were saved now. */
export function useClearing(id: number, kind: ClearingKind) {
  return useQuery(
    freshQuery('GET /api/admin/people/:id/clearing', { params: { id }, query: { for: kind } }),
  );
}

/** The removed classes that would be restored if the change were saved now. */
export function useReturn(id: number, kind: ClearingKind) {
  return useQuery(
    freshQuery('GET /api/admin/people/:id/return', { params: { id }, query: { for: kind } }),
  );
}

export function useFinished() {
  return useQuery(freshQuery('GET /api/admin/finished-students'));
}

export function useDeactivated({ search, page }: { search: string; page: number }) {
  return useQuery({
    ...freshQuery('GET /api/admin/deactivated', { query: { search, page } }),
    placeholderData: keepPreviousData,
  });
}

/** Everything that shows a person's role or access. */
export const memberLists = [
  'GET /api/students',
  'GET /api/alumni',
  'GET /api/admin/people/:id',
  'GET /api/admin/people/:id/return',
  'GET /api/admin/finished-students',
  'GET /api/admin/deactivated',
] as const;
