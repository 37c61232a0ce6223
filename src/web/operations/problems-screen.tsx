import { StaffPageHead } from '../ui/staff-page-head.tsx';

export function ProblemsScreen() {
  return <StaffPageHead title="Problems">What waits for somebody.</StaffPageHead>;
}
