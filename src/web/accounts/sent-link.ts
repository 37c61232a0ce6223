/** A link that was requested on this page, by email or phone number, or to replace one that no longer works. */
export type SentLink = ({ email: string } | { token: string; sendTo: string }) & {
  minutes: number;
  /** By the browser's clock. */
  at: number;
};

export const linkFailed = 'We couldn’t verify your link';

const key = 'sent-link';

/** Kept in this tab until the link expires, because a phone may reload the page while its owner looks for the message. */
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
    // Storage is disabled: the page works without it.
  }
}
