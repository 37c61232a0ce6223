import { LAST_CLASS_NUMBER } from '../../course/course.ts';
import type { Person } from '../database/schema.ts';
import { layOutMail } from '../messaging/mail-layout.ts';
import type { Settings } from '../settings.ts';

type Site = Settings['site'];

interface LoginMessage {
  link: string;
  /** Absent where it would work in no browser of the one who reads it. */
  code?: string | undefined;
  minutes: number;
}

export function loginLinkMail(
  site: Site,
  firstName: string,
  { link, code, minutes }: LoginMessage,
) {
  const life = `It works once, within the next ${minutes} minutes.`;
  return layOutMail(site, {
    subject: 'Your link to the course portal',
    preview: life,
    greeting: `Hello ${firstName},`,
    blocks: [`Here is your link to the ${site.courseShortName} course portal. ${life}`],
    action: { words: 'Sign in', link },
    ...(code && {
      code: { words: 'Or type this code on the page where you asked for the link:', digits: code },
    }),
    afterwards: code
      ? 'Please give neither to anybody: we never ask for them. If you did not ask for this email, you need not do anything.'
      : 'If you did not ask for it, you need not do anything: nobody can sign in without it.',
  });
}

/** The last line is how phones recognise a code, and offer it on the pages of that host alone. */
export function loginLinkText(site: Site, { link, code, minutes }: LoginMessage): string {
  if (!code) {
    return `${site.organisation}: your link to the course portal, good for ${minutes} minutes: ${link}`;
  }
  return `${site.organisation}: sign in with ${link} or the code ${code}, within ${minutes} minutes.\n@${new URL(link).hostname} #${code}`;
}

type Welcomed = Pick<Person, 'firstName' | 'role' | 'transferStudent'>;

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
    afterwards:
      'Later on, the portal sends you a new link whenever you enter your email address or phone number there.',
  });
}

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
