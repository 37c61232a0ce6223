import type { AnswerOf } from '../../contract/endpoint.ts';
import { retreatCalls } from '../../contract/retreat.ts';
import { useAnswer } from '../call.ts';

export type RetreatRegistration = NonNullable<AnswerOf<typeof retreatCalls.getRetreatRegistration>>;

export function useRetreatRegistration() {
  return useAnswer(retreatCalls.getRetreatRegistration);
}
