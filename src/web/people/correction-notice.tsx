import { type CorrectionEffect, effectOfCorrection } from '../../course/corrected-contact.ts';

interface CorrectionNoticeProps {
  /** As they are stored. */
  person: { firstName: string; email: string; phone: string | null; hasSignedIn: boolean };
  /** As they are typed. */
  email: string;
  phone: string | undefined;
  /** Another sentence about what is sent. */
  more?: string | false;
}

/** What saving the form sends and ends, while it differs from what is stored. */
export function CorrectionNotice({ person, email, phone, more }: CorrectionNoticeProps) {
  const effect = effectOfCorrection(person, { email, phone: phone ?? null });
  const sentences = [sentenceOf(effect, person.firstName, email), more].filter(Boolean);
  return (
    <p role="status" className="rounded-control bg-info-soft px-4 py-3 text-sm empty:hidden">
      {sentences.join(' ')}
    </p>
  );
}

function sentenceOf(effect: CorrectionEffect, name: string, email: string): string | null {
  if (effect === 'none') return null;
  return effect === 'welcomed-again'
    ? `${name} will get a new welcome email. The old link will stop working.`
    : `${name} will be signed out everywhere, and login links sent before will stop working.${email && ` Emails will go to ${email}.`}`;
}
