/**
 * A call that is refused because the session has ended waits here while somebody signs in again on the page that made it,
 * and is then made once more: see `SignInAgainHost`.
 */
let waiting: { promise: Promise<boolean>; resolve: (isSignedIn: boolean) => void } | null = null;
const listeners = new Set<() => void>();

function change(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** True once somebody has signed in again, false if they leave the page instead. */
export function waitForSignIn(): Promise<boolean> {
  if (!waiting) {
    let resolve: (isSignedIn: boolean) => void = () => undefined;
    const promise = new Promise<boolean>((settle) => {
      resolve = settle;
    });
    change({ promise, resolve });
  }
  return waiting?.promise ?? Promise.resolve(false);
}

export function isWaitingForSignIn(): boolean {
  return waiting !== null;
}

export function stopWaiting(isSignedIn: boolean): void {
  waiting?.resolve(isSignedIn);
  change(null);
}

export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let edited: Element | null = null;

export function noteEdit({ target }: Event): void {
  if (target instanceof Element) edited = target;
}

/** Whether something was typed into a form or dialog that is still on the page. */
function hasUnsavedEdit(): boolean {
  return edited?.isConnected === true && edited.closest('form, [role="dialog"]') !== null;
}

/**
 * Whether somebody who was signed out is asked to sign in on the spot: whoever was doing something, so that it can go on.
 * Whoever only looked at a page is led to the login page.
 */
export function canWaitForSignIn(endpoint: string): boolean {
  if (endpoint === 'GET /api/user' || endpoint.includes(' /api/auth/')) return false;
  return !endpoint.startsWith('GET ') || isWaitingForSignIn() || hasUnsavedEdit();
}
