import { StaffPageHead } from '../ui/staff-page-head.tsx';

export function AuditScreen() {
  return <StaffPageHead title="Audit">Who did what, and when.</StaffPageHead>;
}
