import { defineJob } from '../jobs/define-job.ts';
import type { PlainAnswer, ProposalAnswer } from './messages.ts';

interface Proposed {
  personId: number;
  proposalId: number;
  /** Set where staff had the message sent again. */
  again?: string;
}

export const mailMissedClassJob = defineJob<Proposed>('mail-missed-class');
export const textMissedClassJob = defineJob<Proposed>('text-missed-class');

/** The class is the one that the registration was on when the reply had been dealt with. */
export type Answer =
  | { kind: PlainAnswer }
  | { kind: ProposalAnswer; proposalId: number; classId: number };

/** What somebody is told after a reply. The key is a hash of the reply's own id. */
export const textMakeupAnswerJob = defineJob<{
  personId: number;
  replyKey: string;
  answer: Answer;
}>('text-makeup-answer');
