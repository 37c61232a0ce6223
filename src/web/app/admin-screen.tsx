import { useSearchParams } from 'wouter';
import { canAdminister } from '../../course/roles.ts';
import { ClassesTab } from '../admin-classes/classes-tab.tsx';
import { AlumniTab } from '../admin-people/alumni-tab.tsx';
import { StudentsTab } from '../admin-people/students-tab.tsx';
import { useAuth } from '../auth.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Tabs } from '../ui/tabs.tsx';

export function AdminScreen() {
  usePageTitle('Admin Dashboard');
  const { user } = useAuth();
  const canEdit = user?.canEdit ?? false;
  const isAdmin = user ? canAdminister(user.role) : false;
  const tabs = [
    {
      value: 'classes',
      label: 'Classes',
      content: <ClassesTab canEdit={canEdit} canAdd={isAdmin} />,
    },
    {
      value: 'students',
      label: 'Students',
      content: <StudentsTab canAdd={canEdit} canEdit={isAdmin} />,
    },
    { value: 'alumni', label: 'Alumni', content: <AlumniTab canAdd={canEdit} /> },
  ];
  // In the address, so that reloading the page or passing it on keeps the tab.
  const [address, setAddress] = useSearchParams();
  const chosen = tabs.find(({ value }) => value === address.get('tab')) ?? tabs[0];

  return (
    <>
      <h1>Admin Dashboard</h1>
      <p className="mt-1 mb-5 text-muted">Manage classes and students</p>
      <Tabs
        label="Dashboard"
        tabs={tabs}
        value={chosen?.value ?? ''}
        onChange={(tab) => setAddress({ tab }, { replace: true })}
      />
    </>
  );
}
