import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply } from 'fastify';

export const twilioAccount = {
  accountSid: 'AC00000000000000000000000000005a4d',
  authToken: 'sandbox-auth-token',
  loginSender: 'MG00000000000000000000000000000001',
  reminderSender: 'MG00000000000000000000000000000002',
};

const numbers: Record<string, string> = {
  [twilioAccount.loginSender]: '+12025550190',
  [twilioAccount.reminderSender]: '+12025550191',
};

/** A Messaging Service sends from a number of its own. */
export function numberOf(sender: string): string {
  return numbers[sender] ?? sender;
}

/** The ids of the Messaging Services, and the numbers that they send from. */
export const services = Object.keys(numbers);
export const ownNumbers = Object.values(numbers);

/** Bought apart from numbers, and listed apart from them. */
export const ownShortCodes = ['52525'];

/** What carriers in the United States take only with a campaign: ordinary numbers, not toll-free ones or short codes. */
export function is10dlc(number: string): boolean {
  return /^\+1(?!8(00|33|44|55|66|77|88))/.test(number);
}

export function serviceOf(number: string): string | null {
  return Object.keys(numbers).find((service) => numbers[service] === number) ?? null;
}

export function refuse(reply: FastifyReply, status: number, code: number, message: string) {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return reply.status(status).send({ code, message, status, more_info });
}

/** Wrong keys are refused; with the right ones, any other account than one's own is not found. */
export function refuseStranger(
  reply: FastifyReply,
  header: string | undefined,
  account: string,
): FastifyReply | undefined {
  const wanted = Buffer.from(`${twilioAccount.accountSid}:${twilioAccount.authToken}`).toString(
    'base64',
  );
  const [given, expected] = [Buffer.from(header ?? ''), Buffer.from(`Basic ${wanted}`)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    return refuse(reply, 401, 20003, 'Authenticate');
  }
  if (account === twilioAccount.accountSid) return undefined;
  return refuse(reply, 404, 20404, `The requested resource /Accounts/${account} was not found`);
}
