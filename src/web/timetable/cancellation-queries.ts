import { useQuery } from '@tanstack/react-query';
import { apiQuery, type Endpoint } from '../api.ts';

/** What a cancellation and its undo change on the pages of staff. */
export const changedByCancelling: readonly Endpoint[] = [
  'GET /api/classes/all',
  'GET /api/admin/cancellations',
  'GET /api/admin/closed-dates',
  'GET /api/admin/classes/:id',
];

/** Those that can still be undone, also of colleagues. */
export function useOpenCancellations() {
  return useQuery({ ...apiQuery('GET /api/admin/cancellations'), refetchOnMount: 'always' });
}

export function useClosedDates() {
  return useQuery({ ...apiQuery('GET /api/admin/closed-dates'), refetchOnMount: 'always' });
}

/** Each opening asks anew: people register meanwhile. */
const always = { staleTime: 0, gcTime: 0 };

export function useCancellationPreview(classIds: number[]) {
  return useQuery({
    ...apiQuery('POST /api/admin/cancellations/preview', { body: { classIds } }),
    ...always,
  });
}

export function useClosedDatesPreview(range: { firstDate: string; lastDate: string }) {
  const isChosen = range.firstDate !== '' && range.firstDate <= range.lastDate;
  return useQuery({
    ...apiQuery('POST /api/admin/closed-dates/preview', { body: range }),
    ...always,
    enabled: isChosen,
  });
}
