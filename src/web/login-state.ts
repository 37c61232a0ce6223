import type { RefusedLink } from '../contract/accounts.ts';

/** Left in the history for the login page: why somebody is there, and where they go from it. */
export interface LoginState {
  /** A link that could not be verified. */
  refused?: {
    message: string;
    /** Absent where the portal could not be asked, so that the link may still work. */
    link?: RefusedLink | undefined;
    /** Absent where the address held none. */
    token?: string | undefined;
  };
  /** The session has ended; of whom, where they did not end it themselves. */
  signedOut?: { email?: string | undefined };
  returnTo?: string | undefined;
}
