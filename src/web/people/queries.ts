import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { StudentRow } from '../../contract/people.ts';
import type { ClearingKind } from '../../course/clearing.ts';
import { freshQuery, updateCached, useFreshQuery } from '../api.ts';

export function useStudents() {
  return useQuery({
    ...freshQuery('GET /api/students'),
    // Turned off, because comparing 10,000 rows takes longer than rendering a page of 20.
    structuralSharing: false,
  });
}

export function putStudent(client: QueryClient, student: StudentRow): void {
  updateCached(client, 'GET /api/students', (students) =>
    students.some(({ id }) => id === student.id)
      ? students.map((row) => (row.id === student.id ? student : row))
      : [student, ...students],
  );
}

export function useClearing(id: number, kind: ClearingKind) {
  const query = { for: kind };
  return useFreshQuery('GET /api/admin/people/:id/clearing', { params: { id }, query });
}

export function useReturn(id: number, kind: ClearingKind) {
  const query = { for: kind };
  return useFreshQuery('GET /api/admin/people/:id/return', { params: { id }, query });
}

export const staffLists = [
  'GET /api/admin/staff',
  'GET /api/instructors',
  'GET /api/students',
  'GET /api/alumni',
] as const;

export const memberLists = [
  'GET /api/students',
  'GET /api/alumni',
  'GET /api/admin/people/:id',
  'GET /api/admin/people/:id/return',
  'GET /api/admin/finished-students',
  'GET /api/admin/deactivated',
] as const;
