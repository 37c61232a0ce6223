import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api.ts';

/** All students, refetched whenever the tab is opened. */
export function useStudents() {
  return useQuery({
    ...apiQuery('GET /api/students'),
    refetchOnMount: 'always',
    // Comparing ten thousand rows with their classes takes longer than showing twenty of them.
    structuralSharing: false,
  });
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
