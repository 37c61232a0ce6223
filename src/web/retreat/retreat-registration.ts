import { retreatCalls } from '../../contract/retreat.ts';
import { useAnswer } from '../call.ts';

export function useRetreatRegistration() {
  return useAnswer(retreatCalls.getRetreatRegistration);
}
