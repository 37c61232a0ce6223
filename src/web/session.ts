import type { RefusedLink } from '../contract/accounts.ts';

/** Passed to the login page in the history state. */
export interface LoginState {
  /** A link that could not be verified. */
  refused?: {
    message: string;
    /** Absent if the server could not be reached, so the link may still work. */
    link?: RefusedLink | undefined;
    token?: string | undefined;
  };
  /** The session ended; `email` is set unless the user logged out themselves. */
  signedOut?: { email?: string | undefined };
  returnTo?: string | undefined;
}

type TabEvent = 'signed-in' | 'signed-out';

let channel: BroadcastChannel | undefined;
const openChannel = () => (channel ??= new BroadcastChannel('session'));

export function notifyOtherTabs(event: TabEvent): void {
  openChannel().postMessage(event);
}

export function onOtherTabs(listener: (event: TabEvent) => void): () => void {
  const onMessage = ({ data }: MessageEvent<TabEvent>) => listener(data);
  openChannel().addEventListener('message', onMessage);
  return () => openChannel().removeEventListener('message', onMessage);
}

/**
 * Calls refused because the session ended wait here while the user signs in again on the same page, and are then
 * repeated: see `SignInAgainHost`.
 */
let waiting: ((isSignedIn: boolean) => void)[] = [];
const listeners = new Set<() => void>();

function setWaiting(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** True once the user has signed in again, false if they leave the page instead. */
export function waitForSignIn(): Promise<boolean> {
  return new Promise((resolve) => setWaiting([...waiting, resolve]));
}

export const isWaitingForSignIn = () => waiting.length > 0;

export function stopWaiting(isSignedIn: boolean): void {
  for (const resolve of waiting) resolve(isSignedIn);
  setWaiting([]);
}

export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let edited: Element | null = null;

export function noteEdit({ target }: Event): void {
  if (target instanceof Element) edited = target;
}

const hasUnsavedEdit = () =>
  edited?.isConnected === true && edited.closest('form, [role="dialog"]') !== null;

/**
 * Whether a signed-out user signs in on the spot, so that an action or form isn't lost. If they were only looking at a
 * page, they go to the login page.
 */
export function canWaitForSignIn(endpoint: string): boolean {
  if (endpoint === 'GET /api/user' || endpoint.includes(' /api/auth/')) return false;
  return !endpoint.startsWith('GET ') || isWaitingForSignIn() || hasUnsavedEdit();
}
