export { endLoginLinks, renewAccess, signOutEverybody } from './commands.ts';
export {
  alumniWelcome,
  type LinkProblem,
  returnLink,
  sendWelcome,
  unaskedLink,
} from './link-messages.ts';
export { numberCodeText } from './number-messages.ts';
export {
  findLoginLinks,
  type LinkViewer,
  linkViewer,
  ownSignIns,
  readPersonSignIn,
} from './queries.ts';
export { signInJobHandlers } from './request-link.ts';
export { forgetFailedLinks, renewDeadMessages, retryMessages } from './retry-messages.ts';
export { serveAccounts } from './routes.ts';
export { loginLinkMail, loginLinkText } from './words.ts';
