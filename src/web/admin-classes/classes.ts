import { useQuery } from '@tanstack/react-query';
import { call, keyOf } from '../call.ts';

/** Opening the tab is asking for it: the list known so far is shown while the server is asked again. */
export function useClasses() {
  return useQuery({
    queryKey: keyOf('GET /api/classes/all'),
    queryFn: () => call('GET /api/classes/all'),
    refetchOnMount: 'always',
  });
}
