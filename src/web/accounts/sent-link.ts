/** A link that was asked for on this page: by an email or phone, or in place of one that works no more. */
export type SentLink = ({ email: string } | { token: string; sendTo: string }) & {
  minutes: number;
  /** By the browser's own clock. */
  at: number;
};

const key = 'sent-link';

/**
 * Kept in this tab until the link expires: while somebody looks for the message in another program, a phone may drop the
 * page and load it anew.
 */
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
    // A browser that keeps nothing: the page does without.
  }
}
