import { LAST_CLASS_NUMBER } from '../../course/course.ts';
import type { Person } from '../database/schema.ts';
import { layOutMail } from '../messages/mail-layout.ts';
import type { Settings } from '../settings.ts';

type Site = Settings['site'];

interface LoginMessage {
  link: string;
  /** Absent where it would work in no browser of the one who reads it. */
  code?: string | undefined;
  /** For how long both work. */
  minutes: number;
}

interface LoginMail extends LoginMessage {
  /** They need not have asked for it. */
  isSentByStaff: boolean;
}

export function loginLinkMail(site: Site, firstName: string, login: LoginMail) {
  const { link, code, minutes } = login;
  const life = `It works once, within the next ${describeLife(minutes)}.`;
  return layOutMail(site, {
    subject: 'Your link to the course portal',
    preview: life,
    greeting: `Hello ${firstName},`,
    blocks: [`Here is your link to the ${site.courseShortName} course portal. ${life}`],
    action: { words: 'Sign in', link },
    ...(code && {
      code: { words: 'Or type this code on the page where you asked for the link:', digits: code },
    }),
    afterwards: whatElse(site, login),
  });
}

function whatElse({ organisation }: Site, { code, isSentByStaff }: LoginMail): string {
  if (isSentByStaff) {
    return `Somebody of ${organisation} has sent it to you. If you do not need it, you need not do anything: nobody can sign in without it.`;
  }
  return code
    ? 'Please give neither to anybody: we never ask for them. If you did not ask for this email, you need not do anything.'
    : 'If you did not ask for it, you need not do anything: nobody can sign in without it.';
}

/** Staff had it sent. */
export function unaskedLinkMail(site: Site, firstName: string, link: string, days: number) {
  return layOutMail(site, {
    subject: 'Your link to the course portal',
    preview: `It works once, within the next ${days} days.`,
    greeting: `Hello ${firstName},`,
    blocks: [
      `${site.organisation} sends you this link to the ${site.courseShortName} course portal. It signs you in, works once, and within the next ${days} days.`,
    ],
    action: { words: 'Sign in', link },
    afterwards:
      'Later on, the portal sends you a new link whenever you enter your email address or phone number there.',
  });
}

/** The last line is how phones recognise a code, and offer it on the pages of that host alone. */
export function loginLinkText(site: Site, { link, code, minutes }: LoginMessage): string {
  if (!code) {
    return `${site.organisation}: your link to the course portal, good for ${describeLife(minutes)}: ${link}`;
  }
  return `${site.organisation}: sign in with ${link} or the code ${code}, within ${minutes} minutes.\n@${new URL(link).hostname} #${code}`;
}

/** Of a link that works for long, in hours. */
function describeLife(minutes: number): string {
  return minutes > 2 * 60 ? `${Math.round(minutes / 60)} hours` : `${minutes} minutes`;
}

type Welcomed = Pick<Person, 'firstName' | 'role' | 'transferStudent' | 'lastSignInAt'>;

export type WelcomeWriter = (
  site: Site,
  person: Welcomed,
  link: string,
  days: number,
) => ReturnType<typeof layOutMail>;

const laterOn =
  'Later on, the portal sends you a new link whenever you enter your email address or phone number there.';

export function welcomeMail(site: Site, person: Welcomed, link: string, days: number) {
  return layOutMail(site, {
    subject: `Welcome to the ${site.courseShortName} course portal`,
    preview: `This link signs you in. It works once, within the next ${days} days.`,
    greeting: `Hello ${person.firstName},`,
    blocks: [
      `${site.organisation} has opened an account for you on the course portal. This link signs you in; it works once, within the next ${days} days.`,
      ...nextSteps(site, person),
    ],
    action: { words: 'Open the portal', link },
    afterwards: laterOn,
  });
}

/** For a student who has become one of the alumni. */
export const alumniWelcomeMail: WelcomeWriter = (site, { firstName }, link, days) =>
  layOutMail(site, {
    subject: `You are one of the ${site.courseShortName} alumni now`,
    preview: 'You can join any session from now on.',
    greeting: `Hello ${firstName},`,
    blocks: [
      `Thank you for taking the ${site.courseShortName} course with us. You are one of our alumni now: you can join any of the online sessions, as often as you like, without booking them.`,
      'On the portal you can now:',
      {
        steps: [
          'Say whether you would like texts about sessions and events. What you chose as a student was for your classes and does not count for these.',
          'See which sessions are coming up.',
          'Press Join when a session begins.',
        ],
      },
      `This link signs you in; it works once, within the next ${days} days.`,
    ],
    action: { words: 'See the sessions', link },
    afterwards: laterOn,
  });

/** For somebody who can sign in again, or is a student again. */
export const returnMail: WelcomeWriter = (site, { firstName, role }, link, days) =>
  layOutMail(site, {
    subject: `Your place on the ${site.courseShortName} course portal`,
    preview: `This link signs you in. It works once, within the next ${days} days.`,
    greeting: `Hello ${firstName},`,
    blocks: [
      role === 'alumni'
        ? 'You can sign in to the course portal again, as one of our alumni. You will find the sessions that are coming up there.'
        : 'You can sign in to the course portal as a student of the course. You will find your classes there as they are now, and can choose the times that are missing.',
      `This link signs you in; it works once, within the next ${days} days.`,
    ],
    action: { words: 'Open the portal', link },
    afterwards: laterOn,
  });

function nextSteps(site: Site, { role, transferStudent }: Welcomed) {
  if (role === 'admin' || role === 'teacher') return ['You will find the dashboard there.'];
  const texts = 'Say whether you would like reminders by text.';
  const steps =
    role === 'alumni'
      ? [texts, 'See which sessions are coming up.', 'Press Join when a session begins.']
      : [
          `Choose a time for each class, from class ${site.firstClass} to class ${LAST_CLASS_NUMBER}.`,
          ...(transferStudent
            ? []
            : ['Register for your one day retreat. The portal tells you how.']),
          texts,
          ...(transferStudent ? ['Join each class from your schedule.'] : []),
        ];
  return ['There are three steps:', { steps }];
}
