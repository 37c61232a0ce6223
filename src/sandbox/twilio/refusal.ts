import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { twilioAccount } from './account.ts';

export function refuse(reply: FastifyReply, status: number, code: number, message: string) {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return reply.status(status).send({ code, message, status, more_info });
}

/** Whether the header has the keys of this account. */
export function isKnown(header: string | undefined, account: string): boolean {
  const wanted = Buffer.from(`${twilioAccount.sid}:${twilioAccount.authToken}`).toString('base64');
  const [given, expected] = [Buffer.from(header ?? ''), Buffer.from(`Basic ${wanted}`)];
  return (
    account === twilioAccount.sid &&
    given.length === expected.length &&
    timingSafeEqual(given, expected)
  );
}
