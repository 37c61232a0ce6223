import { DrizzleQueryError } from 'drizzle-orm';
import { REFUSALS, type Refusal as RefusalName } from '../../course/slot-choice.ts';
import { Refusal } from '../http/refusal.ts';

export function turnDown(refusal: RefusalName | null): void {
  if (refusal) throw new Refusal(409, REFUSALS[refusal]);
}

const sentences: Record<string, string> = {
  registrations_one_per_week: REFUSALS['week-taken'],
  registrations_one_per_class_number:
    'You already have a time for this class. Please load the page again.',
};

/**
 * The database has the last word: while a student chooses, an admin may just be moving another class
 * of theirs into the same week.
 */
export function explainConflict(error: unknown): never {
  const { constraint = '' } = (error instanceof DrizzleQueryError ? error.cause : {}) as {
    constraint?: string;
  };
  const sentence = sentences[constraint];
  throw sentence ? new Refusal(409, sentence) : error;
}
