/** Left in the history for the login page by a link that could not be verified: why. */
export interface FailedLink {
  failedLink: string;
}

export const linkFailed = 'Your link could not be verified';
