export { endAllLoginLinks, endLoginLinks, endSessions } from './access.ts';
export { serveAccounts } from './account-routes.ts';
export {
  renewAccess,
  writeOneDayLink,
  writeReminderLink,
} from './commands.ts';
export { signInJobHandlers } from './jobs.ts';
export { CODE_TRIES, countLinkRequest, countToken, senderOf } from './limits.ts';
export {
  alumniWelcome,
  type LinkProblem,
  linkMessageOf,
  returnLink,
  sendNewLink,
  sendUnasked,
  sendWelcome,
  unaskedLink,
  welcome,
} from './link-messages.ts';
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
export { serveSignIn } from './routes.ts';
