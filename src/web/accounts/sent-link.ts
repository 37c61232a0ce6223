import { PAGES } from '../../course/pages.ts';
import { notifyOtherTabs } from '../session.ts';

/** A login link requested on this page, for an email or phone number or to replace a link that no longer works. */
export type SentLink = ({ email: string } | { token: string; sendTo: string }) & {
  minutes: number;
  /** When the link was sent, according to the browser's clock. */
  at: number;
};

export const linkFailed = 'We couldn’t verify your link';

const key = 'sent-link';

/** Reads from session storage, because a phone may reload the page while the user looks for the message. */
export function readSentLink(): SentLink | null {
  try {
    const sent: SentLink | null = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return sent && Date.now() < sent.at + sent.minutes * 60_000 ? sent : null;
  } catch {
    return null;
  }
}

export function keepSentLink(sent: SentLink | null): void {
  try {
    if (sent) sessionStorage.setItem(key, JSON.stringify(sent));
    else sessionStorage.removeItem(key);
  } catch {
    // The browser may block storage. The page works without it.
  }
}

/** Reloads the page to clear all user data from memory. Never resolves, because the page is being replaced. */
export function leave(): Promise<never> {
  keepSentLink(null);
  notifyOtherTabs('signed-out');
  window.location.replace(PAGES.login);
  return new Promise(() => undefined);
}

/** Only browsers that have used a passkey ask for one when the login page opens, so students aren't asked. */
export function usesPasskeys(hasJustUsedOne = false): boolean {
  try {
    if (hasJustUsedOne) localStorage.setItem('uses-passkeys', 'yes');
    return localStorage.getItem('uses-passkeys') !== null;
  } catch {
    return false;
  }
}
