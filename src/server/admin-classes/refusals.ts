import { brokenConstraint } from '../database/broken-constraint.ts';
import { Refusal } from '../http/refusal.ts';

const sentences: Record<string, string> = {
  classes_one_per_start_and_instructor:
    'There is already a class at this time with this instructor.',
  registrations_one_per_week:
    'The class cannot move to that week: somebody registered for it already has another class then.',
};

/** Two admins, or one with two clicks: the database lets only the first through. */
export function explainTwin(error: unknown): never {
  const sentence = sentences[brokenConstraint(error) ?? ''];
  throw sentence ? new Refusal(409, sentence) : error;
}
