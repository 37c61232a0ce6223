interface Contact {
  email: string;
  /** As it is stored or typed. */
  phone: string | null;
}

/** Sessions and login links end with the old email or phone number; then a new welcome may have to go out. */
export type CorrectionEffect = 'none' | 'signed-out' | 'welcomed-again';

/** What correcting somebody's email or phone number does to their access. */
export function effectOfCorrection(
  before: Contact & { hasSignedIn: boolean },
  after: Contact,
): CorrectionEffect {
  const isSame =
    normalEmail(before.email) === normalEmail(after.email) &&
    digitsOf(before.phone) === digitsOf(after.phone);
  if (isSame) return 'none';
  // Without the welcome, somebody who never signed in would have no link left.
  return before.hasSignedIn ? 'signed-out' : 'welcomed-again';
}

const normalEmail = (email: string) => email.trim().toLowerCase();

/** With the country's: a number that is typed without one is American. */
function digitsOf(phone: string | null): string {
  const digits = (phone ?? '').replace(/\D/g, '');
  return digits.length === 10 && !phone?.trim().startsWith('+') ? `1${digits}` : digits;
}
