import type { ComponentType } from 'react';
import { PAGES, type Page } from '../../course/pages.ts';
import { LoginScreen } from '../sign-in/login-screen.tsx';
import { loadLazily } from '../ui/load-lazily.ts';
import type { PageWidth } from '../ui/page-layout.tsx';
import { PageNotLoaded } from './error-boundary.tsx';

export interface ScreenProps {
  /** False until the guard knows that the student belongs on the page; the screen shows a skeleton meanwhile. */
  isReady: boolean;
}

interface PageDefinition {
  Screen: ComponentType<ScreenProps> & { preload?: () => Promise<void> };
  hasHeader: boolean;
  width: PageWidth;
}

function lazyPage(
  load: () => Promise<ComponentType<ScreenProps>>,
  layout: Partial<PageDefinition> = {},
): PageDefinition {
  const Screen = loadLazily(load, { Failed: PageNotLoaded, isOnDemand: true });
  return { Screen, hasHeader: true, width: 'narrow', ...layout };
}

/** The one screen that is part of the first script. */
const login: PageDefinition = { Screen: LoginScreen, hasHeader: false, width: 'narrow' };

/**
 * The screen and the layout of every page. Its audience is in course/pages.ts, where it redirects to in
 * course/journey.ts; scripts/web-weight.test.ts limits what each may add to the first script.
 */
export const pages: Readonly<Record<Page, PageDefinition>> = {
  [PAGES.home]: login,
  [PAGES.login]: login,
  [PAGES.verify]: lazyPage(
    () => import('../sign-in/verify-screen.tsx').then((chunk) => chunk.VerifyScreen),
    { hasHeader: false },
  ),
  [PAGES.onboarding]: lazyPage(() =>
    import('../scheduling/onboarding-screen.tsx').then((chunk) => chunk.OnboardingScreen),
  ),
  [PAGES.schedule]: lazyPage(() =>
    import('./schedule-page.tsx').then((chunk) => chunk.SchedulePage),
  ),
  [PAGES.classSchedule]: lazyPage(() =>
    import('../scheduling/class-schedule-screen.tsx').then((chunk) => chunk.ClassScheduleScreen),
  ),
  [PAGES.retreatRegistration]: lazyPage(() =>
    import('../retreats/retreat-registration-screen.tsx').then(
      (chunk) => chunk.RetreatRegistrationScreen,
    ),
  ),
  [PAGES.textConsent]: lazyPage(() =>
    import('./text-consent-page.tsx').then((chunk) => chunk.TextConsentPage),
  ),
  [PAGES.admin]: lazyPage(
    () => import('../dashboard/dashboard-screen.tsx').then((chunk) => chunk.DashboardScreen),
    { width: 'wide' },
  ),
  [PAGES.pastClasses]: lazyPage(
    () => import('../dashboard/past-classes-screen.tsx').then((chunk) => chunk.PastClassesScreen),
    { width: 'wide' },
  ),
  [PAGES.class]: lazyPage(
    () => import('../dashboard/class-screen.tsx').then((chunk) => chunk.ClassScreen),
    { width: 'wide' },
  ),
  [PAGES.person]: lazyPage(
    () => import('../dashboard/person-screen.tsx').then((chunk) => chunk.PersonScreen),
    { width: 'wide' },
  ),
  [PAGES.problems]: lazyPage(
    () => import('../operations/problems-screen.tsx').then((chunk) => chunk.ProblemsScreen),
    { width: 'wide' },
  ),
  [PAGES.journey]: lazyPage(
    () => import('../dashboard/journey-screen.tsx').then((chunk) => chunk.JourneyScreen),
    { width: 'wide' },
  ),
  [PAGES.audit]: lazyPage(
    () => import('../history/audit-screen.tsx').then((chunk) => chunk.AuditScreen),
    { width: 'wide' },
  ),
  [PAGES.makeAlumni]: lazyPage(
    () => import('../people/make-alumni-screen.tsx').then((chunk) => chunk.MakeAlumniScreen),
    { width: 'wide' },
  ),
  [PAGES.deactivated]: lazyPage(
    () => import('../people/deactivated-screen.tsx').then((chunk) => chunk.DeactivatedScreen),
    { width: 'wide' },
  ),
  [PAGES.staff]: lazyPage(
    () => import('../people/staff-screen.tsx').then((chunk) => chunk.StaffScreen),
    { width: 'wide' },
  ),
  [PAGES.setup]: lazyPage(() =>
    import('../operations/setup-screen.tsx').then((chunk) => chunk.SetupScreen),
  ),
  [PAGES.import]: lazyPage(
    () => import('../people/import-screen.tsx').then((chunk) => chunk.ImportScreen),
    { width: 'wide' },
  ),
  [PAGES.manual]: lazyPage(() =>
    import('../operations/manual-screen.tsx').then((chunk) => chunk.ManualScreen),
  ),
  [PAGES.alumniTextConsent]: lazyPage(() =>
    import('./alumni-pages.tsx').then((chunk) => chunk.AlumniTextConsentPage),
  ),
  [PAGES.classes]: lazyPage(() => import('./alumni-pages.tsx').then((chunk) => chunk.ClassesPage)),
  [PAGES.account]: lazyPage(() => import('./account-page.tsx').then((chunk) => chunk.AccountPage)),
  [PAGES.privacyPolicy]: lazyPage(() =>
    import('../public-pages/privacy-policy-screen.tsx').then((chunk) => chunk.PrivacyPolicyScreen),
  ),
  [PAGES.textOptin]: lazyPage(() =>
    import('./text-consent-page.tsx').then((chunk) => chunk.TextOptinScreen),
  ),
  [PAGES.yourSchedule]: lazyPage(() =>
    import('./your-schedule-page.tsx').then((chunk) => chunk.YourSchedulePage),
  ),
  [PAGES.help]: lazyPage(
    () => import('../public-pages/help-screen.tsx').then((chunk) => chunk.HelpScreen),
    { width: 'medium' },
  ),
};

/** For every other path. */
export const notFoundPage = lazyPage(() =>
  import('../public-pages/not-found-screen.tsx').then((chunk) => chunk.NotFoundScreen),
);
