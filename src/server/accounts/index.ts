export { staffLinkPath } from '../platform/login-links.ts';
export { endAllLoginLinks, renewAccess } from './commands.ts';
export {
  alumniWelcome,
  type LinkProblem,
  linkMessageOf,
  returnLink,
  sendNewLink,
  sendWelcome,
  unaskedLink,
} from './link-messages.ts';
export { numberCodeText } from './number-messages.ts';
export {
  findLastSignIns,
  findLoginLinks,
  isLinkActive,
  type LinkViewer,
  linkViewer,
  ownSignIns,
  readPersonSignIn,
} from './queries.ts';
export { signInJobHandlers } from './request-link.ts';
export { serveAccounts } from './routes.ts';
export { loginLinkMail, loginLinkText } from './words.ts';
