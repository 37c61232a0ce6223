import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import type { StudentRow } from '../../contract/people.ts';
import type { ClearingKind } from '../../course/clearing.ts';
import { apiQuery, invalidate, updateCached } from '../api.ts';

export function useStudents() {
  return useQuery({
    ...apiQuery('GET /api/students'),
    refetchOnMount: 'always',
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
    ...apiQuery('GET /api/alumni', { query: { search, page, limit: '20' } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

export function usePersonPage(id: number) {
  return useQuery({
    ...apiQuery('GET /api/admin/people/:id', { params: { id } }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** The classes that would be removed from the schedule if the change were saved now. */
export function useClearing(id: number, kind: ClearingKind) {
  return useQuery({
    ...apiQuery('GET /api/admin/people/:id/clearing', { params: { id }, query: { for: kind } }),
    refetchOnMount: 'always',
  });
}

/** The removed classes that would be restored if the change were saved now. */
export function useReturn(id: number, kind: ClearingKind) {
  return useQuery({
    ...apiQuery('GET /api/admin/people/:id/return', { params: { id }, query: { for: kind } }),
    refetchOnMount: 'always',
  });
}

export function useFinished() {
  return useQuery({ ...apiQuery('GET /api/admin/finished-students'), refetchOnMount: 'always' });
}

export function useDeactivated({ search, page }: { search: string; page: number }) {
  return useQuery({
    ...apiQuery('GET /api/admin/deactivated', { query: { search, page } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** Refetches everything that shows a person's role or access. */
export function invalidateMembers(client: QueryClient): void {
  const shown = [
    'GET /api/students',
    'GET /api/alumni',
    'GET /api/admin/people/:id',
    'GET /api/admin/people/:id/return',
    'GET /api/admin/finished-students',
    'GET /api/admin/deactivated',
  ] as const;
  for (const endpoint of shown) invalidate(client, endpoint);
}
