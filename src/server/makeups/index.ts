export { takeReply } from './commands.ts';
export { makeupJobHandlers } from './job-handlers.ts';
export { missedClassText, plainAnswerText, proposalAnswerText } from './messages.ts';
