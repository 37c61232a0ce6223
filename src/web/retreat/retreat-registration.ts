import type { AnswerTo } from '../../contract/contract.ts';
import { useAnswer } from '../call.ts';

export type RetreatRegistration = NonNullable<AnswerTo<'GET /api/retreat-registration'>>;

export function useRetreatRegistration() {
  return useAnswer('GET /api/retreat-registration');
}
