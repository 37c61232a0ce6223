/** Not in words.ts, because these are in every visitor's first download. */
export const identifierMissing = 'Email or phone number is required';
export const ownSignInNeeded =
  'You’re signed in with a link our staff shared with you. To manage your account or calendar, log out and sign in with a link sent to your own email or phone.';
