export { staffLinkPath } from '../platform/login-links.ts';
export { endAllLoginLinks } from './access.ts';
export { serveAccounts } from './account-routes.ts';
export {
  renewAccess,
  writeOneDayLink,
} from './commands.ts';
export { signInJobHandlers } from './jobs.ts';

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
export { numberCodeText } from './number-messages.ts';
export { servePhoneNumbers } from './number-routes.ts';
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
export { loginLinkMail, loginLinkText } from './words.ts';
