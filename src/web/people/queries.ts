import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import type { StudentRow } from '../../contract/people.ts';
import type { ClearingKind } from '../../course/clearing.ts';
import { apiQuery, invalidate, updateCached } from '../api.ts';

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

/** Teachers and admins, refetched whenever the page is opened. */
export function useStaff() {
  return useQuery({ ...apiQuery('GET /api/admin/staff'), refetchOnMount: 'always' });
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

/** Which classes a change would take from somebody now. */
export function useClearing(id: number, kind: ClearingKind) {
  return useQuery({
    ...apiQuery('GET /api/admin/people/:id/clearing', { params: { id }, query: { for: kind } }),
    refetchOnMount: 'always',
  });
}

/** Which of the classes that a change has taken would come back now. */
export function useReturn(id: number, kind: ClearingKind, isEnabled = true) {
  return useQuery({
    ...apiQuery('GET /api/admin/people/:id/return', { params: { id }, query: { for: kind } }),
    refetchOnMount: 'always',
    enabled: isEnabled,
  });
}

/** Those who have finished the course and are still students. */
export function useFinished() {
  return useQuery({ ...apiQuery('GET /api/admin/finished-students'), refetchOnMount: 'always' });
}

/** One page of those who may no longer sign in. */
export function useDeactivated({ search, page }: { search: string; page: number }) {
  return useQuery({
    ...apiQuery('GET /api/admin/deactivated', { query: { search, page } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** Everything on the screens that the role or the access of somebody is part of. */
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
