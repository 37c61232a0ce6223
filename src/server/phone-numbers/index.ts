export { numberCodeText } from './messages.ts';
export { servePhoneNumbers } from './routes.ts';
