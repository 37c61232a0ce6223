/** What a schema says, and a page that does without the schemas says too. */
export const identifierMissing = 'Email or phone number is required';
