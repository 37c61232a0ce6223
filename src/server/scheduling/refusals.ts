import { REFUSALS, type Refusal as RefusalName } from '../../course/slot-choice.ts';
import { brokenConstraint } from '../database/broken-constraint.ts';
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
  const sentence = sentences[brokenConstraint(error) ?? ''];
  throw sentence ? new Refusal(409, sentence) : error;
}
