/** Every path of the portal, `:id` standing for a number: the server serves these, the web shows a screen for each. */
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
  pastClasses: '/admin/classes',
  class: '/admin/classes/:id',
  person: '/admin/people/:id',
  problems: '/admin/problems',
  journey: '/admin/journey',
  audit: '/admin/audit',
  makeAlumni: '/admin/make-alumni',
  deactivated: '/admin/deactivated',
  staff: '/admin/staff',
  setup: '/admin/setup',
  import: '/admin/import',
  manual: '/admin/manual',
  alumniTextConsent: '/alumni-text-consent',
  classes: '/classes',
  account: '/account',
  privacyPolicy: '/privacy-policy',
  textOptin: '/text-optin',
  yourSchedule: '/your-schedule',
  help: '/help',
} as const;

export type Page = (typeof PAGES)[keyof typeof PAGES];

/** The list of classes that are over. Without the view the page leads to the dashboard, which has those to come. */
export const PAST_CLASSES = `${PAGES.pastClasses}?view=past` as const;

/** Where the page of one class is. */
export function pathOfClass(id: number): string {
  return PAGES.class.replace(':id', String(id));
}

/** Where the page of one person is. */
export function pathOfPerson(id: number): string {
  return PAGES.person.replace(':id', String(id));
}

/** The audit log, narrowed to what concerns one person or one class. */
export function auditOf(what: 'person' | 'class', id: number): string {
  return `${PAGES.audit}?${what}=${id}`;
}

/** The page at a path such as /admin/classes/7. */
export function pageAt(path: string): Page | undefined {
  const pattern = path.replace(/\/\d+$/, '/:id');
  return Object.values(PAGES).find((page) => page === pattern);
}

/** The way back in for a student who stopped choosing half way. */
export const RESUME_ONBOARDING = `${PAGES.onboarding}?resume=1` as const;

/** The schedule, with the dialog open in which a student chooses again a class that was cancelled. */
export function chooseAgainPath(registrationId: number): string {
  return `${PAGES.schedule}?choose=${registrationId}`;
}

/** In front of a token: the short address of the page `verify`, for links in texts. */
export const SHORT_LINK = '/s/';

/** Who may see a page; landing-pages.ts says where everybody else is redirected. */
export type Audience =
  | 'everybody'
  | 'signed-out'
  | 'signed-in'
  | 'students'
  | 'alumni'
  | 'staff'
  | 'admins';

const AUDIENCES: Readonly<Record<Page, Audience>> = {
  [PAGES.home]: 'signed-out',
  [PAGES.login]: 'signed-out',
  [PAGES.verify]: 'everybody',
  [PAGES.onboarding]: 'students',
  [PAGES.schedule]: 'students',
  [PAGES.classSchedule]: 'students',
  [PAGES.retreatRegistration]: 'students',
  [PAGES.textConsent]: 'students',
  [PAGES.admin]: 'staff',
  [PAGES.pastClasses]: 'staff',
  [PAGES.class]: 'staff',
  [PAGES.person]: 'staff',
  [PAGES.problems]: 'admins',
  [PAGES.journey]: 'admins',
  [PAGES.audit]: 'admins',
  [PAGES.makeAlumni]: 'admins',
  [PAGES.deactivated]: 'admins',
  [PAGES.staff]: 'admins',
  [PAGES.setup]: 'admins',
  [PAGES.import]: 'admins',
  [PAGES.manual]: 'admins',
  [PAGES.alumniTextConsent]: 'alumni',
  [PAGES.classes]: 'alumni',
  [PAGES.account]: 'signed-in',
  [PAGES.privacyPolicy]: 'everybody',
  [PAGES.textOptin]: 'everybody',
  [PAGES.yourSchedule]: 'everybody',
  [PAGES.help]: 'everybody',
};

const audiences: ReadonlyMap<string, Audience> = new Map(Object.entries(AUDIENCES));

/** Everybody may see that there is no page at a path. */
export function audienceOf(path: string): Audience {
  return audiences.get(path) ?? 'everybody';
}

/** Addresses of the schedule that lead to one of its classes. */

/** The schedule with the dialog open in which a time is chosen to make up for that class. */
export function makeupPath(classNumber: number): string {
  return `${PAGES.schedule}?${MAKEUP_PARAMETER}=${classNumber}`;
}

export const MAKEUP_PARAMETER = 'makeup';

/** The schedule, with the card of that class in view and in focus, at whatever time it is by then. */
export function classOnSchedule(classNumber: number): string {
  return `${PAGES.schedule}?${CLASS_PARAMETER}=${classNumber}`;
}

export const CLASS_PARAMETER = 'class';
