import { LAST_CLASS_NUMBER } from '../../course/course.ts';
import { isStaff } from '../../course/roles.ts';
import type { Person } from '../database/schema.ts';
import type { MailContent } from '../messages/mail-layout.ts';
import type { Settings } from '../platform/settings.ts';

type Site = Settings['site'];

interface LoginMessage {
  link: string;
  code?: string | undefined;
  minutes: number;
  isSentByStaff?: boolean;
}

export function loginLinkMail(site: Site, login: LoginMessage): MailContent {
  const { link, code, minutes } = login;
  const life = `It works once and expires in ${describeLife(minutes)}.`;
  return {
    subject: 'Your link to the course portal',
    preview: life,
    blocks: [`Here’s your link to the ${site.courseShortName} course portal. ${life}`],
    button: ['Sign In', link],
    ...(code && {
      code: { words: 'Or enter this code on the page where you requested it:', digits: code },
    }),
    afterwards: closingOf(login),
  };
}

function closingOf({ code, isSentByStaff }: LoginMessage): string {
  if (isSentByStaff) {
    return 'We’re sending you this link to help you sign in. If you don’t need it, you can ignore this email.';
  }
  const ignore = 'If you didn’t request this email, you can ignore it.';
  return code
    ? `Please don’t share the link or the code with anyone. We’ll never ask you for them. ${ignore}`
    : `Please don’t share this link with anyone. ${ignore}`;
}

/** The last line lets phones autofill the code, but only on this host's pages. */
export function loginLinkText(site: Site, { link, code, minutes }: LoginMessage): string {
  if (!code) {
    return `${site.organization}: Here's your link to the course portal. It expires in ${describeLife(minutes)}: ${link}`;
  }
  return `${site.organization}: Your code is ${code}, or sign in here: ${link} (good for ${minutes} min)\n@${new URL(link).hostname} #${code}`;
}

export function describeLife(minutes: number): string {
  const [size, unit] =
    minutes < 120 ? [1, 'minute'] : minutes < 2880 ? [60, 'hour'] : [1440, 'day'];
  const count = Math.round(minutes / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

type Welcomed = Pick<Person, 'role' | 'transferStudent' | 'lastSignInAt'>;

export type WelcomeWriter = (
  site: Site,
  person: Welcomed,
  link: string,
  days: number,
) => MailContent;

const afterwards =
  'Need to sign in again later? Enter your email address or phone number on the portal, and we’ll send you a new link.';

const lifeInDays = (days: number) =>
  `This link signs you in. It works once and expires in ${days} days.`;

export const unaskedLinkMail: WelcomeWriter = (site, _person, link, days) => ({
  subject: 'Your link to the course portal',
  preview: lifeInDays(days),
  blocks: [
    `Here’s your link to the ${site.courseShortName} course portal. It works once and expires in ${days} days.`,
  ],
  button: ['Sign In', link],
  afterwards,
});

export const welcomeMail: WelcomeWriter = (site, person, link, days) => ({
  subject: `Welcome to the ${site.courseShortName} course portal`,
  preview: lifeInDays(days),
  blocks: [
    `Welcome! We’ve set up your account on the ${site.organization} course portal.`,
    ...nextSteps(site, person),
    lifeInDays(days),
  ],
  button: ['Open the Portal', link],
  afterwards,
});

export const alumniWelcomeMail: WelcomeWriter = (site, _person, link, days) => ({
  subject: `Welcome to the ${site.courseShortName} alumni community`,
  preview: 'You can now join any session you like.',
  blocks: [
    `Thank you for taking the ${site.courseShortName} course with us, and welcome to our alumni community. You can join any of our online sessions, as often as you like. There’s no need to sign up for them.`,
    'Here’s what you can do on the portal:',
    {
      steps: [
        'Tell us whether you’d like texts about sessions and events. Your earlier choice covered only class reminders.',
        'See which sessions are coming up.',
        'Press Join when a session starts.',
      ],
    },
    lifeInDays(days),
  ],
  button: ['See Upcoming Sessions', link],
  afterwards,
});

/** For people who were reactivated or became students again. */
export const returnMail: WelcomeWriter = (site, person, link, days) => ({
  subject: `Welcome back to the ${site.courseShortName} course portal`,
  preview: lifeInDays(days),
  blocks: [
    person.role === 'alumni'
      ? 'Welcome back! You can use the course portal again and see which sessions are coming up.'
      : 'Welcome back! You can use the course portal as a student again. You’ll find your classes there. If a class doesn’t have a time yet, just pick one.',
    lifeInDays(days),
  ],
  button: ['Open the Portal', link],
  afterwards,
});

function nextSteps(site: Site, { role, transferStudent }: Welcomed) {
  if (isStaff(role)) return ['You’ll find your dashboard there.'];
  const texts = 'Tell us whether you’d like text reminders.';
  const steps =
    role === 'alumni'
      ? [texts, 'See which sessions are coming up.', 'Press Join when a session starts.']
      : [
          `Pick a time for each class, from Class ${site.firstClass} to Class ${LAST_CLASS_NUMBER}.`,
          ...(transferStudent
            ? []
            : ['Register for your one-day retreat. The portal shows you how.']),
          texts,
          ...(transferStudent ? ['Join each class from your schedule.'] : []),
        ];
  return ['Here’s what to do next:', { steps }];
}
