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
const OnboardingScreen = loadLazily(() =>
  import('../scheduling/onboarding-screen.tsx').then((part) => part.OnboardingScreen),
);
const SchedulePage = loadLazily(() =>
  import('./schedule-page.tsx').then((part) => part.SchedulePage),
);
const ClassScheduleScreen = loadLazily(() =>
  import('../scheduling/class-schedule-screen.tsx').then((part) => part.ClassScheduleScreen),
);
const RetreatRegistrationScreen = loadLazily(() =>
  import('../retreat/retreat-registration-screen.tsx').then(
    (part) => part.RetreatRegistrationScreen,
  ),
);
const TextConsentScreen = loadLazily(() =>
  import('../text-consent/text-consent-screen.tsx').then((part) => part.TextConsentScreen),
);
const NotFoundScreen = loadLazily(() =>
  import('../public-pages/not-found-screen.tsx').then((part) => part.NotFoundScreen),
);

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
        {withHeader(PAGES.onboarding, <OnboardingScreen />)}
        {withHeader(PAGES.schedule, <SchedulePage />)}
        {withHeader(PAGES.classSchedule, <ClassScheduleScreen />)}
        {withHeader(PAGES.retreatRegistration, <RetreatRegistrationScreen />)}
        {withHeader(PAGES.textConsent, <TextConsentScreen />)}
        <Route>
          <AnyOtherPath />
        </Route>
      </Switch>
    </Router>
  );
}
