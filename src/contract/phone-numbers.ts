import * as z from 'zod/mini';
import { TEXT_NUMBER_MISSING } from '../course/text-consent.ts';
import { endpoint } from './endpoint.ts';
import { user } from './sign-in.ts';
import { typedCode } from './sign-in-codes.ts';
import { requiredText } from './typed-fields.ts';

const ownNumber = z.pick(user, { phone: true, phoneShown: true, isPhoneConfirmed: true });

/** One's own number. Texts go to it at once; it signs in once its owner has typed the code that was sent to it. */
export const phoneNumberCalls = {
  changeOwnNumber: endpoint({
    summary: 'Changes the number to which the caller’s texts go',
    method: 'POST',
    path: '/api/account/phone',
    access: 'signed-in',
    needsOwnSignIn: true,
    body: z.strictObject({ phone: requiredText(TEXT_NUMBER_MISSING, 40) }),
    response: ownNumber,
    refusals: [404, 429],
  }),
  sendNumberCode: endpoint({
    summary: 'Sends the code that confirms the caller’s number',
    method: 'POST',
    path: '/api/account/phone/code',
    access: 'signed-in',
    needsOwnSignIn: true,
    response: z.extend(ownNumber, {
      /** How long the code works. */
      minutes: z.int(),
    }),
    refusals: [404, 409, 429],
  }),
  confirmNumber: endpoint({
    summary: 'Confirms the caller’s number by the code that was sent to it',
    method: 'POST',
    path: '/api/account/phone/confirm',
    access: 'signed-in',
    needsOwnSignIn: true,
    body: z.strictObject({ code: typedCode }),
    response: ownNumber,
    refusals: [404, 409, 429],
  }),
};
