import type { ComponentType } from 'react';
import { PAGES, type Page } from '../../course/pages.ts';
import { LoginScreen } from '../accounts/login-screen.tsx';
import { lazily } from '../ui/load-lazily.ts';
import type { PageWidth } from '../ui/page-layout.tsx';
import { PageNotLoaded } from './error-boundary.tsx';
import { SchedulePage } from './schedule-page.tsx';

export interface ScreenProps {
  /** False until the guard knows that the student may see the page. */
  isReady: boolean;
}

interface PageDefinition {
  Screen: ComponentType<ScreenProps> & { preload?: () => Promise<void> };
  hasHeader: boolean;
  width: PageWidth;
}

const lazyPage =
  (width: PageWidth) =>
  <Name extends string>(
    load: () => Promise<Record<Name, ComponentType<ScreenProps>>>,
    name: Name,
  ): PageDefinition => ({
    Screen: lazily(load, { Failed: PageNotLoaded, isOnDemand: true })[name],
    hasHeader: true,
    width,
  });

const narrow = lazyPage('narrow');
const medium = lazyPage('medium');
const wide = lazyPage('wide');

// This screen and the schedule are in the main bundle, because students open one of them on nearly every visit.
const login: PageDefinition = { Screen: LoginScreen, hasHeader: false, width: 'narrow' };

/** course/pages.ts defines who may see each page, and course/redirects.ts defines the redirects. */
export const pages: Readonly<Record<Page, PageDefinition>> = {
  [PAGES.home]: login,
  [PAGES.login]: login,
  [PAGES.verify]: {
    ...narrow(() => import('../accounts/verify-screen.tsx'), 'VerifyScreen'),
    hasHeader: false,
  },
  [PAGES.onboarding]: medium(() => import('../schedule/onboarding-screen.tsx'), 'OnboardingScreen'),
  [PAGES.schedule]: { Screen: SchedulePage, hasHeader: true, width: 'medium' },
  [PAGES.classSchedule]: narrow(
    () => import('../schedule/class-schedule-screen.tsx'),
    'ClassScheduleScreen',
  ),
  [PAGES.retreatRegistration]: narrow(
    () => import('../retreats/retreat-registration-screen.tsx'),
    'RetreatRegistrationScreen',
  ),
  [PAGES.textConsent]: narrow(
    () => import('../messages/text-consent/text-consent-screen.tsx'),
    'TextConsentScreen',
  ),
  [PAGES.admin]: wide(() => import('../dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  [PAGES.today]: wide(() => import('../dashboard/today-screen.tsx'), 'TodayScreen'),
  [PAGES.pastClasses]: wide(
    () => import('../dashboard/past-classes-screen.tsx'),
    'PastClassesScreen',
  ),
  [PAGES.class]: wide(() => import('../dashboard/class-screen.tsx'), 'ClassScreen'),
  [PAGES.person]: wide(() => import('../dashboard/person-screen.tsx'), 'PersonScreen'),
  [PAGES.problems]: wide(() => import('../operations/problems-screen.tsx'), 'ProblemsScreen'),
  [PAGES.journey]: wide(() => import('../dashboard/journey-screen.tsx'), 'JourneyScreen'),
  [PAGES.audit]: wide(() => import('../history/audit-screen.tsx'), 'AuditScreen'),
  [PAGES.makeAlumni]: wide(() => import('../people/make-alumni-screen.tsx'), 'MakeAlumniScreen'),
  [PAGES.deactivated]: wide(
    () => import('../dashboard/deactivated-screen.tsx'),
    'DeactivatedScreen',
  ),
  [PAGES.staff]: wide(() => import('../people/staff-screen.tsx'), 'StaffScreen'),
  [PAGES.setup]: narrow(() => import('../operations/setup-screen.tsx'), 'SetupScreen'),
  [PAGES.import]: wide(() => import('../people/import-screen.tsx'), 'ImportScreen'),
  [PAGES.manual]: narrow(() => import('../operations/manual-screen.tsx'), 'ManualScreen'),
  [PAGES.alumniTextConsent]: narrow(
    () => import('../messages/text-consent/text-consent-screen.tsx'),
    'AlumniTextConsentScreen',
  ),
  [PAGES.classes]: medium(() => import('./classes-page.tsx'), 'ClassesPage'),
  [PAGES.account]: medium(() => import('./account-page.tsx'), 'AccountPage'),
  [PAGES.privacyPolicy]: narrow(
    () => import('../public-pages/privacy-policy-screen.tsx'),
    'PrivacyPolicyScreen',
  ),
  [PAGES.textOptin]: narrow(
    () => import('../messages/text-consent/text-consent-screen.tsx'),
    'TextOptinScreen',
  ),
  [PAGES.yourSchedule]: narrow(
    () => import('../public-pages/your-schedule-screen.tsx'),
    'YourScheduleScreen',
  ),
  [PAGES.help]: medium(() => import('../public-pages/help-screen.tsx'), 'HelpScreen'),
};

export const notFoundPage = narrow(
  () => import('../public-pages/not-found-screen.tsx'),
  'NotFoundScreen',
);
