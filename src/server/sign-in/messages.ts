import { layOutMail } from '../messaging/mail-layout.ts';
import type { Settings } from '../settings.ts';

type Site = Settings['site'];

export function loginLinkMail(site: Site, firstName: string, link: string, minutes: number) {
  return layOutMail(site, {
    subject: 'Your link to the course portal',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `here is your link to the ${site.courseShortName} course portal. It works once, within the next ${minutes} minutes.`,
    ],
    action: { words: 'Sign in', link },
    afterwards:
      'If you did not ask for it, you need not do anything: nobody can sign in without it.',
  });
}

export function loginLinkText(site: Site, link: string, minutes: number): string {
  return `${site.organisation}: your link to the course portal, good for ${minutes} minutes: ${link}`;
}

export function welcomeMail(site: Site, firstName: string, link: string, days: number) {
  return layOutMail(site, {
    subject: `Welcome to the ${site.courseShortName} course portal`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `${site.organisation} has opened an account for you on the course portal. This link signs you in; it works once, within the next ${days} days.`,
      'After that, the portal sends you a new link whenever you enter your email address or phone number.',
    ],
    action: { words: 'Open the portal', link },
  });
}
