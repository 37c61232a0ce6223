import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What is to go wrong with every call to a vendor until it is switched off by an empty `{}`. */
export interface Faults {
  delayMs?: number;
  status?: 429 | 500;
  /** Seconds, told with the status. */
  retryAfter?: number;
  /** Connections are cut. */
  down?: boolean;
}

export async function strike(faults: Faults, request: FastifyRequest, reply: FastifyReply) {
  const { delayMs, status, retryAfter, down } = faults;
  if (delayMs) await pause(delayMs);
  if (down) return cut(request, reply);
  if (!status) return undefined;
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply.status(status).send({ code: status, message: 'The sandbox was told to fail.' });
}

/** The caller never learns what became of the call. */
export function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
