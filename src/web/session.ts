import type { RefusedLink } from '../contract/accounts.ts';

/** Passed to the login page in the history state. */
export interface LoginState {
  refused?: {
    message: string;
    /** Missing if the server couldn't be reached, in which case the link may still work. */
    link?: RefusedLink | undefined;
    token?: string | undefined;
  };
  /** Set if the session has ended. `email` is missing if it is unknown or if the user logged out in another tab. */
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

/** One callback for each request that waits until the user has signed in again or confirmed who they are. */
let waiting: ((isSignedIn: boolean) => void)[] = [];
let reason: WaitReason = 'confirm';
export type WaitReason = 'signed-out' | 'confirm';
const listeners = new Set<() => void>();

function setWaiting(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Resolves to true once the same user has signed in again or confirmed who they are, or to false if they don't. */
export function waitForSignIn(why: WaitReason): Promise<boolean> {
  reason = why;
  return new Promise((resolve) => setWaiting([...waiting, resolve]));
}

export const waitingReason = () => (waiting.length > 0 ? reason : undefined);

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
 * Returns whether a rejected request should wait until the user signs in again. Otherwise, the user goes to the login
 * page and could lose an action or an edited form.
 */
export function canWaitForSignIn(endpoint: string): boolean {
  if (endpoint === 'GET /api/user' || endpoint.includes(' /api/auth/')) return false;
  return !endpoint.startsWith('GET ') || waitingReason() !== undefined || hasUnsavedEdit();
}
