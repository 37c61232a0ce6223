/** Every address of the portal. */
export const PAGES = {
  home: '/',
  login: '/login',
  verify: '/verify',
  onboarding: '/onboarding',
  schedule: '/schedule',
  classSchedule: '/class-schedule',
  retreatRegistration: '/retreat-registration',
  textConsent: '/text-consent',
  admin: '/admin',
  alumniTextConsent: '/alumni-text-consent',
  classes: '/classes',
  privacyPolicy: '/privacy-policy',
  textOptin: '/text-optin',
  yourSchedule: '/your-schedule',
  help: '/help',
} as const;

export type Page = (typeof PAGES)[keyof typeof PAGES];

/** The way back in for a student who stopped choosing half way. */
export const RESUME_ONBOARDING = `${PAGES.onboarding}?resume=1` as const;
