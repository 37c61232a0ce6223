import { Redirect, useSearchParams } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { StaffPageHead } from '../ui/staff-page-head.tsx';

export function PastClassesScreen() {
  const [address] = useSearchParams();
  if (address.get('view') !== 'past') return <Redirect to={PAGES.admin} replace />;
  return <StaffPageHead title="Past classes">Who came, and who did not</StaffPageHead>;
}
