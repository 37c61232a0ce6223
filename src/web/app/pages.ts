import type { ComponentType } from 'react';
import { PAGES, type Page } from '../../course/pages.ts';
import { LoginScreen } from '../accounts/login-screen.tsx';
import { loadLazily } from '../ui/load-lazily.ts';
import type { PageWidth } from '../ui/page-layout.tsx';
import { PageNotLoaded } from './error-boundary.tsx';
import { SchedulePage } from './schedule-page.tsx';

export interface ScreenProps {
  /** False until the guard knows that the student belongs on the page; until then the screen shows a skeleton. */
  isReady: boolean;
}

interface PageDefinition {
  Screen: ComponentType<ScreenProps> & { preload?: () => Promise<void> };
  hasHeader: boolean;
  width: PageWidth;
}

function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<ScreenProps>>>,
  name: Name,
  width: PageWidth = 'narrow',
): PageDefinition {
  const Screen = loadLazily(async () => (await load())[name], {
    Failed: PageNotLoaded,
    isOnDemand: true,
  });
  return { Screen, hasHeader: true, width };
}

// These two screens are in the first script, because students open one of them on nearly every visit.
const login: PageDefinition = { Screen: LoginScreen, hasHeader: false, width: 'narrow' };
const schedule: PageDefinition = { Screen: SchedulePage, hasHeader: true, width: 'narrow' };

/**
 * Every page's screen and layout. Its audience is in course/pages.ts, its redirects are in course/landing-pages.ts, and
 * scripts/web-weight.test.ts limits its size.
 */
export const pages: Readonly<Record<Page, PageDefinition>> = {
  [PAGES.home]: login,
  [PAGES.login]: login,
  [PAGES.verify]: {
    ...page(() => import('../accounts/verify-screen.tsx'), 'VerifyScreen'),
    hasHeader: false,
  },
  [PAGES.onboarding]: page(() => import('../schedule/onboarding-screen.tsx'), 'OnboardingScreen'),
  [PAGES.schedule]: schedule,
  [PAGES.classSchedule]: page(
    () => import('../schedule/class-schedule-screen.tsx'),
    'ClassScheduleScreen',
  ),
  [PAGES.retreatRegistration]: page(
    () => import('../retreats/retreat-registration-screen.tsx'),
    'RetreatRegistrationScreen',
  ),
  [PAGES.textConsent]: page(() => import('./text-consent-page.tsx'), 'TextConsentPage'),
  [PAGES.admin]: page(() => import('../dashboard/dashboard-screen.tsx'), 'DashboardScreen', 'wide'),
  [PAGES.pastClasses]: page(
    () => import('../dashboard/past-classes-screen.tsx'),
    'PastClassesScreen',
    'wide',
  ),
  [PAGES.class]: page(() => import('../dashboard/class-screen.tsx'), 'ClassScreen', 'wide'),
  [PAGES.person]: page(() => import('../dashboard/person-screen.tsx'), 'PersonScreen', 'wide'),
  [PAGES.problems]: page(
    () => import('../operations/problems-screen.tsx'),
    'ProblemsScreen',
    'wide',
  ),
  [PAGES.journey]: page(() => import('../dashboard/journey-screen.tsx'), 'JourneyScreen', 'wide'),
  [PAGES.audit]: page(() => import('../history/audit-screen.tsx'), 'AuditScreen', 'wide'),
  [PAGES.makeAlumni]: page(
    () => import('../people/make-alumni-screen.tsx'),
    'MakeAlumniScreen',
    'wide',
  ),
  [PAGES.deactivated]: page(
    () => import('../people/deactivated-screen.tsx'),
    'DeactivatedScreen',
    'wide',
  ),
  [PAGES.staff]: page(() => import('../people/staff-screen.tsx'), 'StaffScreen', 'wide'),
  [PAGES.setup]: page(() => import('../operations/setup-screen.tsx'), 'SetupScreen'),
  [PAGES.import]: page(() => import('../people/import-screen.tsx'), 'ImportScreen', 'wide'),
  [PAGES.manual]: page(() => import('../operations/manual-screen.tsx'), 'ManualScreen'),
  [PAGES.alumniTextConsent]: page(() => import('./alumni-pages.tsx'), 'AlumniTextConsentPage'),
  [PAGES.classes]: page(() => import('./alumni-pages.tsx'), 'ClassesPage'),
  [PAGES.account]: page(() => import('./account-page.tsx'), 'AccountPage'),
  [PAGES.privacyPolicy]: page(
    () => import('../public-pages/privacy-policy-screen.tsx'),
    'PrivacyPolicyScreen',
  ),
  [PAGES.textOptin]: page(() => import('./text-consent-page.tsx'), 'TextOptinScreen'),
  [PAGES.yourSchedule]: page(() => import('./your-schedule-page.tsx'), 'YourSchedulePage'),
  [PAGES.help]: page(() => import('../public-pages/help-screen.tsx'), 'HelpScreen', 'medium'),
};

export const notFoundPage = page(
  () => import('../public-pages/not-found-screen.tsx'),
  'NotFoundScreen',
);
