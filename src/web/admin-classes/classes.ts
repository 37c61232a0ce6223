import { useQuery } from '@tanstack/react-query';
import { adminClassCalls } from '../../contract/admin-classes.ts';
import { call, keyOf } from '../call.ts';

/** Opening the tab is asking for it: the list known so far is shown while the server is asked again. */
export function useClasses() {
  return useQuery({
    queryKey: keyOf(adminClassCalls.getAllClasses),
    queryFn: () => call(adminClassCalls.getAllClasses),
    refetchOnMount: 'always',
  });
}
