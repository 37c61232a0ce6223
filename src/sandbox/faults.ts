import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Applied to every call to a vendor, until an empty `{}` is posted. */
export interface Faults {
  delayMs?: number;
  status?: 429 | 500;
  /** In seconds, sent with the status. */
  retryAfter?: number;
  /** Connections are closed without an answer. */
  down?: boolean;
  /** As from a proxy: every call is answered by an HTML page with the status 200. */
  html?: boolean;
  /** Responses end after half of their body, and still look complete. */
  half?: boolean;
}

const proxyPage = '<!doctype html><title>Sign in to the network</title><p>Please sign in.</p>';

/** What becomes of every call, in words that follow the vendor's name; null where nothing is wrong. */
export function describeFault({ status, down, html, half }: Faults): string | null {
  if (down) return 'does not answer';
  if (html) return 'answers with a page of somebody else';
  if (status) return status === 429 ? 'says that these are too many calls' : 'fails';
  return half ? 'answers with half of what it should say' : null;
}

export async function injectFault(faults: Faults, request: FastifyRequest, reply: FastifyReply) {
  const { delayMs, status, retryAfter, down, html } = faults;
  if (delayMs) await pause(delayMs);
  if (down) return dropConnection(request, reply);
  if (html) return reply.type('text/html').send(proxyPage);
  if (!status) return undefined;
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply.status(status).send({ code: status, message: 'The sandbox was told to fail.' });
}

export function truncateBody(faults: Faults, body: unknown): unknown {
  if (!faults.half || typeof body !== 'string') return body;
  return body.slice(0, body.length / 2);
}

/** Closes the socket without an answer: the caller cannot tell whether the call was carried out. */
export function dropConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
