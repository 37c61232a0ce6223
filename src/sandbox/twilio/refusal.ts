import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { twilioAccount } from './account.ts';

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
  const wanted = Buffer.from(`${twilioAccount.sid}:${twilioAccount.authToken}`).toString('base64');
  const [given, expected] = [Buffer.from(header ?? ''), Buffer.from(`Basic ${wanted}`)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    return refuse(reply, 401, 20003, 'Authenticate');
  }
  if (account === twilioAccount.sid) return undefined;
  return refuse(reply, 404, 20404, `The requested resource /Accounts/${account} was not found`);
}
