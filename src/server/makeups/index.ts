export { takeReply } from './commands.ts';
export {
  missedClassText,
  type ProposalAnswer,
  plainAnswerText,
  proposalAnswers,
  proposalAnswerText,
} from './messages.ts';
export { makeupJobHandlers } from './tell-missed-class.ts';
export { withdrawProposedTimes } from './withdraw-times.ts';
