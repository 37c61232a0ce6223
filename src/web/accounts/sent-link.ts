import { PAGES } from '../../course/pages.ts';
import { notifyOtherTabs } from '../session.ts';
import { tryStorage } from '../ui/browser.ts';

/** `token` belongs to an old link that this one replaces. */
export type SentLink = ({ email: string } | { token: string; sendTo: string }) & {
  minutes: number;
  /** When we sent the link, according to the browser's clock. */
  at: number;
};

export const linkFailed = 'We couldn’t verify your link';

const key = 'sent-link';

/** Uses session storage, because a phone may reload the page before the message arrives. */
export function readSentLink(): SentLink | null {
  const sent = tryStorage((): SentLink | null => JSON.parse(sessionStorage.getItem(key) ?? 'null'));
  return sent && Date.now() < sent.at + sent.minutes * 60_000 ? sent : null;
}

export function keepSentLink(sent: SentLink | null): void {
  tryStorage(() =>
    sent ? sessionStorage.setItem(key, JSON.stringify(sent)) : sessionStorage.removeItem(key),
  );
}

/** Loads the login page as a new document, which clears all user data from memory. Never resolves. */
export function leave(): Promise<never> {
  keepSentLink(null);
  notifyOtherTabs('signed-out');
  window.location.replace(PAGES.login);
  return new Promise(() => undefined);
}

/**
 * Remembers whether this browser has used a passkey. Only then does the email field suggest passkeys, so students don't
 * see any.
 */
export function usesPasskeys(hasJustUsedOne = false): boolean {
  if (hasJustUsedOne) tryStorage(() => localStorage.setItem('uses-passkeys', 'yes'));
  return tryStorage(() => localStorage.getItem('uses-passkeys')) !== null;
}
