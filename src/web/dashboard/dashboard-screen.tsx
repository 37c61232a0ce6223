import { Link, useSearchParams } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { canAdminister } from '../../course/roles.ts';
import { useAuth } from '../auth.tsx';
import { FirstSteps } from '../operations/first-steps.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { buttonStyles } from '../ui/styles.ts';
import { Tabs } from '../ui/tabs.tsx';
import { AlumniTab } from './alumni-tab.tsx';
import { ClassesTab } from './classes-tab.tsx';
import { StudentsTab } from './students-tab.tsx';

const adminPages = [
  [PAGES.problems, 'Problems'],
  [PAGES.journey, 'Journey'],
  [PAGES.audit, 'Audit'],
  [PAGES.staff, 'Staff'],
  [PAGES.import, 'Import and export'],
  [PAGES.setup, 'Setup'],
  [PAGES.manual, 'Manual'],
] as const;

export function DashboardScreen() {
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
    {
      value: 'alumni',
      label: 'Alumni',
      content: <AlumniTab canAdd={canEdit} canEdit={isAdmin} />,
    },
  ];
  // In the address, so that reloading the page or passing it on keeps the tab. The lists keep their pages there, too.
  const [address, setAddress] = useSearchParams();
  const openTab = (tab: string) => {
    // Told twice by a click, which also moves the focus: one entry in the history is enough.
    const isOpen = new URLSearchParams(window.location.search).get('tab') === tab;
    if (!isOpen) setAddress({ tab });
  };
  const chosen = tabs.find(({ value }) => value === address.get('tab')) ?? tabs[0];

  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1>Admin Dashboard</h1>
          <p className="mt-1 text-muted">Manage classes and students</p>
        </div>
        {isAdmin && (
          <nav aria-label="Administration" className="flex flex-wrap gap-2">
            {adminPages.map(([href, name]) => (
              <Link
                key={href}
                href={href}
                className={buttonStyles({ variant: 'outline', size: 'small' })}
              >
                {name}
              </Link>
            ))}
          </nav>
        )}
      </div>
      {isAdmin && <FirstSteps />}
      <Tabs label="Dashboard" tabs={tabs} value={chosen?.value ?? ''} onChange={openTab} />
    </>
  );
}
