interface Contact {
  email: string;
  phone: string | null;
}

/** A new email or phone number ends all sessions and login links, so the person may need another welcome message. */
export type CorrectionEffect = 'none' | 'signed-out' | 'welcomed-again';

export function effectOfCorrection(
  before: Contact & { hasSignedIn: boolean },
  after: Contact,
): CorrectionEffect {
  const isSame =
    normalEmail(before.email) === normalEmail(after.email) &&
    digitsOf(before.phone) === digitsOf(after.phone);
  if (isSame) return 'none';
  // The link in the welcome message no longer works, so someone who has never signed in needs another message.
  return before.hasSignedIn ? 'signed-out' : 'welcomed-again';
}

const normalEmail = (email: string) => email.trim().toLowerCase();

/** Adds the US country code to a ten-digit number that doesn’t start with a plus sign. */
function digitsOf(phone: string | null): string {
  const digits = (phone ?? '').replace(/\D/g, '');
  return digits.length === 10 && !phone?.trim().startsWith('+') ? `1${digits}` : digits;
}
