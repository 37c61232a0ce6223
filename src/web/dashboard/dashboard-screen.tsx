import { Tabs } from 'radix-ui';
import { Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { useRights } from '../auth.tsx';
import { FirstSteps } from '../operations/first-steps.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { StaffPageHead } from '../ui/page-layout.tsx';
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
      <Tabs.Root value={shown} onValueChange={openTab}>
        <Tabs.List aria-label="Dashboard" className="flex border-line border-b">
          {tabs.map(({ value, label }) => (
            <Tabs.Trigger
              key={value}
              value={value}
              // Radix focuses tabs with a script, so a focus ring would appear after a click.
              onMouseDown={({ currentTarget }) => currentTarget.focus({ focusVisible: false })}
              className="-mb-px min-h-11 flex-1 rounded-t-control border-transparent border-b-3 px-4 py-2 font-medium text-muted hover:text-ink focus-visible:-outline-offset-3 data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-ink sm:flex-none"
            >
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map(({ value, Content }) => (
          <Tabs.Content key={value} value={value} tabIndex={-1} className="pt-3">
            <Suspense>
              <Content />
            </Suspense>
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </>
  );
}
