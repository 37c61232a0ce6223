/** What the server says, and a page that does without the schemas says too. */
export const identifierMissing = 'Email or phone number is required';
export const ownSignInNeeded =
  'You’re signed in with a link our staff shared with you. To manage your account or calendar, log out and sign in with a link sent to your own email or phone.';
