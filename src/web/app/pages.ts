import type { ComponentType } from 'react';
import { PAGES, type Page } from '../../course/pages.ts';
import { LoginScreen } from '../accounts/login-screen.tsx';
import { loadLazily } from '../ui/load-lazily.ts';
import type { PageWidth } from '../ui/page-layout.tsx';
import { PageNotLoaded } from './error-boundary.tsx';
import { SchedulePage } from './schedule-page.tsx';

export interface ScreenProps {
  /** False until the guard knows that the student belongs on the page; the screen shows a skeleton meanwhile. */
  isReady: boolean;
}

interface PageDefinition {
  Screen: ComponentType<ScreenProps> & { preload?: () => Promise<void> };
  hasHeader: boolean;
  width: PageWidth;
}

function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<ScreenProps>>>,
  name: Name,
  layout: Partial<PageDefinition> = {},
): PageDefinition {
  const Screen = loadLazily(async () => (await load())[name], {
    Failed: PageNotLoaded,
    isOnDemand: true,
  });
  return { Screen, hasHeader: true, width: 'narrow', ...layout };
}

/** The two screens of the first script: students open one of them on nearly every visit. */
const login: PageDefinition = { Screen: LoginScreen, hasHeader: false, width: 'narrow' };
const schedule: PageDefinition = { Screen: SchedulePage, hasHeader: true, width: 'narrow' };

/**
 * The screen and the layout of every page. Its audience is in course/pages.ts, where it redirects to in
 * course/landing-pages.ts; scripts/web-weight.test.ts limits what each may add to the first script.
 */
export const pages: Readonly<Record<Page, PageDefinition>> = {
  [PAGES.home]: login,
  [PAGES.login]: login,
  [PAGES.verify]: lazyPage(() => import('../accounts/verify-screen.tsx'), 'VerifyScreen', {
    hasHeader: false,
  }),
  [PAGES.onboarding]: lazyPage(
    () => import('../schedule/onboarding-screen.tsx'),
    'OnboardingScreen',
  ),
  [PAGES.schedule]: schedule,
  [PAGES.classSchedule]: lazyPage(
    () => import('../schedule/class-schedule-screen.tsx'),
    'ClassScheduleScreen',
  ),
  [PAGES.retreatRegistration]: lazyPage(
    () => import('../retreats/retreat-registration-screen.tsx'),
    'RetreatRegistrationScreen',
  ),
  [PAGES.textConsent]: lazyPage(() => import('./text-consent-page.tsx'), 'TextConsentPage'),
  [PAGES.admin]: lazyPage(() => import('../dashboard/dashboard-screen.tsx'), 'DashboardScreen', {
    width: 'wide',
  }),
  [PAGES.pastClasses]: lazyPage(
    () => import('../dashboard/past-classes-screen.tsx'),
    'PastClassesScreen',
    { width: 'wide' },
  ),
  [PAGES.class]: lazyPage(() => import('../dashboard/class-screen.tsx'), 'ClassScreen', {
    width: 'wide',
  }),
  [PAGES.person]: lazyPage(() => import('../dashboard/person-screen.tsx'), 'PersonScreen', {
    width: 'wide',
  }),
  [PAGES.problems]: lazyPage(() => import('../operations/problems-screen.tsx'), 'ProblemsScreen', {
    width: 'wide',
  }),
  [PAGES.journey]: lazyPage(() => import('../dashboard/journey-screen.tsx'), 'JourneyScreen', {
    width: 'wide',
  }),
  [PAGES.audit]: lazyPage(() => import('../history/audit-screen.tsx'), 'AuditScreen', {
    width: 'wide',
  }),
  [PAGES.makeAlumni]: lazyPage(
    () => import('../people/make-alumni-screen.tsx'),
    'MakeAlumniScreen',
    { width: 'wide' },
  ),
  [PAGES.deactivated]: lazyPage(
    () => import('../people/deactivated-screen.tsx'),
    'DeactivatedScreen',
    { width: 'wide' },
  ),
  [PAGES.staff]: lazyPage(() => import('../people/staff-screen.tsx'), 'StaffScreen', {
    width: 'wide',
  }),
  [PAGES.setup]: lazyPage(() => import('../operations/setup-screen.tsx'), 'SetupScreen'),
  [PAGES.import]: lazyPage(() => import('../people/import-screen.tsx'), 'ImportScreen', {
    width: 'wide',
  }),
  [PAGES.manual]: lazyPage(() => import('../operations/manual-screen.tsx'), 'ManualScreen'),
  [PAGES.alumniTextConsent]: lazyPage(() => import('./alumni-pages.tsx'), 'AlumniTextConsentPage'),
  [PAGES.classes]: lazyPage(() => import('./alumni-pages.tsx'), 'ClassesPage'),
  [PAGES.account]: lazyPage(() => import('./account-page.tsx'), 'AccountPage'),
  [PAGES.privacyPolicy]: lazyPage(
    () => import('../public-pages/privacy-policy-screen.tsx'),
    'PrivacyPolicyScreen',
  ),
  [PAGES.textOptin]: lazyPage(() => import('./text-consent-page.tsx'), 'TextOptinScreen'),
  [PAGES.yourSchedule]: lazyPage(() => import('./your-schedule-page.tsx'), 'YourSchedulePage'),
  [PAGES.help]: lazyPage(() => import('../public-pages/help-screen.tsx'), 'HelpScreen', {
    width: 'medium',
  }),
};

/** For every other path. */
export const notFoundPage = lazyPage(
  () => import('../public-pages/not-found-screen.tsx'),
  'NotFoundScreen',
);
