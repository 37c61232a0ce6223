import { brokenConstraint } from '../database/broken-constraint.ts';
import { Refusal } from '../http/refusal.ts';

/** An address or number belongs to one person; the form is told which of its fields is meant. */
export function explainDouble(phoneField: string) {
  return (error: unknown): never => {
    const constraint = brokenConstraint(error);
    if (constraint === 'people_one_per_email') {
      throw new Refusal(409, 'This email address is already in use.', 'email');
    }
    if (constraint === 'people_one_per_phone') {
      throw new Refusal(409, 'This phone number is already in use.', phoneField);
    }
    throw error;
  };
}
