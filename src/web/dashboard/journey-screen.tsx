import { StaffPageHead } from '../ui/staff-page-head.tsx';

export function JourneyScreen() {
  return <StaffPageHead title="Journey">How many are where in the course.</StaffPageHead>;
}
