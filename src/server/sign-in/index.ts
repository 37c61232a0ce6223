export { endAllLoginLinks, endLoginLinks, endSessions } from './access.ts';
export { serveAccounts } from './account-routes.ts';
export {
  type LinkProblem,
  renewAccess,
  sendLinks,
  sendNewLink,
  sendWelcome,
  sendWelcomes,
  writeOneDayLink,
  writeReminderLink,
} from './commands.ts';
export { signInJobHandlers } from './job-handlers.ts';
export { linkMessages, sendAlumniWelcomeJob, sendReturnLinkJob } from './jobs.ts';
export { CODE_TRIES, countLinkRequest, countToken, senderOf } from './limits.ts';
export { linkExpiry, staffLinkPath } from './links.ts';
export { loginLinkMail, loginLinkText } from './messages.ts';
export { readPersonSignIn } from './person-sign-in.ts';
export {
  findLastSignIns,
  findLoginLinks,
  isLinkActive,
  type LinkViewer,
  linkViewer,
  ownSignIns,
} from './queries.ts';
export { signInResenders } from './resend.ts';
export { serveSignIn } from './routes.ts';
