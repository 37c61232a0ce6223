export { takeReply } from './commands.ts';
export { makeupJobHandlers } from './job-handlers.ts';
export {
  missedClassText,
  type ProposalAnswer,
  plainAnswerText,
  proposalAnswers,
  proposalAnswerText,
} from './messages.ts';
export { makeupResenders } from './resend.ts';
export { withdrawProposedTimes } from './withdraw-times.ts';
