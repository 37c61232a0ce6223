import { useSearchParams } from 'wouter';
import { useRights } from '../auth.tsx';
import { FirstSteps } from '../operations/first-steps.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { ClassesTab } from './classes-tab.tsx';

const { AlumniTab } = lazily(() => import('./alumni-tab.tsx'));
const { StudentsTab } = lazily(() => import('./students-tab.tsx'));

const tabs = [
  { value: 'classes', label: 'Classes', Content: ClassesTab },
  { value: 'students', label: 'Students', Content: StudentsTab },
  { value: 'alumni', label: 'Alumni', Content: AlumniTab },
];

export function DashboardScreen() {
  const { isAdmin } = useRights();
  const [address, setAddress] = useSearchParams();
  const openTab = (tab: string) => {
    // A click also moves focus, so Radix calls this function twice. Only the first call should add a history entry.
    const isOpen = new URLSearchParams(window.location.search).get('tab') === tab;
    if (!isOpen) setAddress({ tab });
  };
  const shown = tabs.find(({ value }) => value === address.get('tab'))?.value ?? 'classes';

  return (
    <>
      <StaffPageHead title="Admin Dashboard">Manage classes and students</StaffPageHead>
      {isAdmin && <FirstSteps isLink />}
      <Tabs label="Dashboard" tabs={tabs} shown={shown} onOpen={openTab} />
    </>
  );
}
