import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Feed } from './feed.ts';

interface Faults {
  /** Connections are closed without an answer. */
  down: boolean | undefined;
  status: 429 | 500 | undefined;
  delayMs: number;
  /** In seconds, sent with the status. */
  retryAfter: number | undefined;
  /** As from a proxy: every call is answered by an HTML page with the status 200. */
  html: boolean;
  /** Responses end after half of their body, and still look complete. */
  half: boolean;
}

/** The faults that have no switch on the page. */
export const usualFaults: Omit<Faults, 'down' | 'status'> = {
  delayMs: 0,
  retryAfter: undefined,
  html: false,
  half: false,
};

const proxyPage = '<!doctype html><title>Sign in to the network</title><p>Please sign in.</p>';

/** Spoils every call to a vendor's API as its switches say. */
export function applyFaults(
  calls: FastifyInstance,
  { name, current }: { name: string; current(): Faults },
  feed: Feed,
): void {
  calls.addHook('onRequest', async (request, reply) => {
    const faults = current();
    const { delayMs, status, retryAfter, down, html } = faults;
    const words = describeFault(faults);
    const path = `/vendors#${name.toLowerCase()}`;
    if (words) feed.note(`${name} ${words}`, { isRefusal: true, path });
    if (delayMs) await pause(delayMs);
    if (down) return dropConnection(request, reply);
    if (html) return reply.type('text/html').send(proxyPage);
    if (!status) return undefined;
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    return reply.status(status).send({ code: status, message: 'The sandbox was told to fail.' });
  });
  calls.addHook('onSend', async (_request, _reply, body) =>
    current().half && typeof body === 'string' ? body.slice(0, body.length / 2) : body,
  );
}

/** In words that follow the vendor's name. */
function describeFault({ status, down, html, half }: Faults): string | null {
  if (down) return 'does not answer';
  if (html) return 'answers with a page of somebody else';
  if (status) return status === 429 ? 'says that these are too many calls' : 'fails';
  return half ? 'answers with half of what it should say' : null;
}

/** Closes the socket without an answer: the caller cannot tell whether the call was carried out. */
export function dropConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
