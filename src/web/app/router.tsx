import type { ReactNode } from 'react';
import { type AroundNavHandler, Route, Router, Switch, useLocation } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { LoginScreen } from '../sign-in/login-screen.tsx';
import { loadLazily } from '../ui/load-lazily.ts';
import { ScreenFrame } from './screen-frame.tsx';

// The login screen is the front door and comes along with the program; every other screen on demand.
const VerifyScreen = loadLazily(() =>
  import('../sign-in/verify-screen.tsx').then((part) => part.VerifyScreen),
);
const OnboardingPage = loadLazily(() =>
  import('./onboarding-page.tsx').then((part) => part.OnboardingPage),
);
const SchedulePage = loadLazily(() =>
  import('./schedule-page.tsx').then((part) => part.SchedulePage),
);
const ClassSchedulePage = loadLazily(() =>
  import('./class-schedule-page.tsx').then((part) => part.ClassSchedulePage),
);
const RetreatRegistrationPage = loadLazily(() =>
  import('./retreat-registration-page.tsx').then((part) => part.RetreatRegistrationPage),
);
const TextConsentPage = loadLazily(() =>
  import('./text-consent-page.tsx').then((part) => part.TextConsentPage),
);
const AdminScreen = loadLazily(() => import('./admin-screen.tsx').then((part) => part.AdminScreen));
const ClassesScreen = loadLazily(() =>
  import('../alumni/classes-screen.tsx').then((part) => part.ClassesScreen),
);
const AlumniTextConsentScreen = loadLazily(() =>
  import('../alumni/alumni-text-consent-screen.tsx').then((part) => part.AlumniTextConsentScreen),
);
const TextOptinPage = loadLazily(() =>
  import('./text-optin-page.tsx').then((part) => part.TextOptinPage),
);
const YourSchedulePage = loadLazily(() =>
  import('./your-schedule-page.tsx').then((part) => part.YourSchedulePage),
);
const HelpScreen = loadLazily(() =>
  import('../public-pages/help-screen.tsx').then((part) => part.HelpScreen),
);
const PrivacyPolicyScreen = loadLazily(() =>
  import('../public-pages/privacy-policy-screen.tsx').then((part) => part.PrivacyPolicyScreen),
);
const NotFoundScreen = loadLazily(() =>
  import('../public-pages/not-found-screen.tsx').then((part) => part.NotFoundScreen),
);

/** While the server is asked who is there, the page in the address bar can be on its way already. */
const loadedEarly: Record<string, { loadEarly(): void }> = {
  [PAGES.verify]: VerifyScreen,
  [PAGES.onboarding]: OnboardingPage,
  [PAGES.schedule]: SchedulePage,
  [PAGES.classSchedule]: ClassSchedulePage,
  [PAGES.retreatRegistration]: RetreatRegistrationPage,
  [PAGES.textConsent]: TextConsentPage,
  [PAGES.admin]: AdminScreen,
  [PAGES.classes]: ClassesScreen,
  [PAGES.alumniTextConsent]: AlumniTextConsentScreen,
};

export function loadPageEarly(path: string): void {
  loadedEarly[path]?.loadEarly();
}

/** A new page starts at its top; going back is left to the browser, which knows where one was. */
const startAtTop: AroundNavHandler = (navigate, to, options) => {
  const before = window.location.pathname;
  navigate(to, options);
  if (window.location.pathname !== before) window.scrollTo(0, 0);
};

const login = (page: string) => (
  <Route path={page}>
    <ScreenFrame page={page} bare>
      <LoginScreen />
    </ScreenFrame>
  </Route>
);

const withHeader = (page: string, screen: ReactNode) => (
  <Route path={page}>
    <ScreenFrame page={page}>{screen}</ScreenFrame>
  </Route>
);

function AnyOtherPath() {
  const [path] = useLocation();
  return (
    <ScreenFrame page={path}>
      <NotFoundScreen />
    </ScreenFrame>
  );
}

export function AppRouter() {
  return (
    <Router aroundNav={startAtTop}>
      <Switch>
        {login(PAGES.home)}
        {login(PAGES.login)}
        <Route path={PAGES.verify}>
          <ScreenFrame page={PAGES.verify} bare>
            <VerifyScreen />
          </ScreenFrame>
        </Route>
        {withHeader(PAGES.onboarding, <OnboardingPage />)}
        {withHeader(PAGES.schedule, <SchedulePage />)}
        {withHeader(PAGES.classSchedule, <ClassSchedulePage />)}
        {withHeader(PAGES.retreatRegistration, <RetreatRegistrationPage />)}
        {withHeader(PAGES.textConsent, <TextConsentPage />)}
        <Route path={PAGES.admin}>
          <ScreenFrame page={PAGES.admin} width="wide">
            <AdminScreen />
          </ScreenFrame>
        </Route>
        {withHeader(PAGES.classes, <ClassesScreen />)}
        {withHeader(PAGES.alumniTextConsent, <AlumniTextConsentScreen />)}
        {withHeader(PAGES.textOptin, <TextOptinPage />)}
        {withHeader(PAGES.yourSchedule, <YourSchedulePage />)}
        {withHeader(PAGES.help, <HelpScreen />)}
        {withHeader(PAGES.privacyPolicy, <PrivacyPolicyScreen />)}
        <Route>
          <AnyOtherPath />
        </Route>
      </Switch>
    </Router>
  );
}
