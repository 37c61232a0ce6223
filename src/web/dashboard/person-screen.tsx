import { StaffPageHead } from '../ui/staff-page-head.tsx';

export function PersonScreen() {
  return <StaffPageHead title="Person">Everything about one person.</StaffPageHead>;
}
