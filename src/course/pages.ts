export type Audience =
  | 'everybody'
  | 'signed-out'
  | 'signed-in'
  | 'students'
  | 'alumni'
  | 'staff'
  | 'admins';

/** Each page with its path (`:id` is a number) and its audience. redirects.ts redirects everyone else. */
const TABLE = {
  home: ['/', 'signed-out'],
  login: ['/login', 'signed-out'],
  verify: ['/verify', 'everybody'],
  onboarding: ['/onboarding', 'students'],
  schedule: ['/schedule', 'students'],
  classSchedule: ['/class-schedule', 'students'],
  retreatRegistration: ['/retreat-registration', 'students'],
  textConsent: ['/text-consent', 'students'],
  admin: ['/admin', 'staff'],
  today: ['/admin/today', 'staff'],
  pastClasses: ['/admin/classes', 'staff'],
  class: ['/admin/classes/:id', 'staff'],
  person: ['/admin/people/:id', 'staff'],
  problems: ['/admin/problems', 'admins'],
  journey: ['/admin/journey', 'admins'],
  audit: ['/admin/audit', 'admins'],
  makeAlumni: ['/admin/make-alumni', 'admins'],
  deactivated: ['/admin/deactivated', 'admins'],
  staff: ['/admin/staff', 'admins'],
  setup: ['/admin/setup', 'admins'],
  import: ['/admin/import', 'admins'],
  manual: ['/admin/manual', 'admins'],
  alumniTextConsent: ['/alumni-text-consent', 'alumni'],
  classes: ['/classes', 'alumni'],
  account: ['/account', 'signed-in'],
  privacyPolicy: ['/privacy-policy', 'everybody'],
  textOptin: ['/text-optin', 'everybody'],
  yourSchedule: ['/your-schedule', 'everybody'],
  help: ['/help', 'everybody'],
} as const satisfies Record<string, readonly [path: string, audience: Audience]>;

type Table = typeof TABLE;

export const PAGES = Object.fromEntries(
  Object.entries(TABLE).map(([name, [path]]) => [name, path]),
) as { readonly [Name in keyof Table]: Table[Name][0] };

export type Page = Table[keyof Table][0];

const audiences: ReadonlyMap<string, Audience> = new Map(Object.values(TABLE));

/** A path that doesn’t belong to a page is public, so that everyone sees the 404 page. */
export function audienceOf(path: string): Audience {
  return audiences.get(path) ?? 'everybody';
}

/** Without `view`, this path opens the dashboard. */
export const PAST_CLASSES = `${PAGES.pastClasses}?view=past` as const;

export function pathOfClass(id: number): string {
  return PAGES.class.replace(':id', String(id));
}

export function pathOfPerson(id: number): string {
  return PAGES.person.replace(':id', String(id));
}

export function auditOf(what: 'person' | 'class', id: number): string {
  return `${PAGES.audit}?${what}=${id}`;
}

/** Also matches paths with an ID, such as /admin/classes/7. */
export function pageAt(path: string): Page | undefined {
  const pattern = path.replace(/\/\d+$/, '/:id');
  return Object.values(PAGES).find((page) => page === pattern);
}

/** Lets a student who stopped partway through continue picking classes. */
export const RESUME_ONBOARDING = `${PAGES.onboarding}?resume=1` as const;

export function chooseAgainPath(registrationId: number): string {
  return `${PAGES.schedule}?choose=${registrationId}`;
}

export const MAKEUP_PARAMETER = 'makeup';

export function makeupPath(classNumber: number): string {
  return `${PAGES.schedule}?${MAKEUP_PARAMETER}=${classNumber}`;
}

export const CLASS_PARAMETER = 'class';

/** Returns a path that opens the schedule, scrolls to the class, and focuses it. */
export function classOnSchedule(classNumber: number): string {
  return `${PAGES.schedule}?${CLASS_PARAMETER}=${classNumber}`;
}

/** Texts use this short path, followed by the token, instead of `verify`. */
export const SHORT_LINK = '/s/';
