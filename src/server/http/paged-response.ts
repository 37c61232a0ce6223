import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendCompressed } from './compression.ts';

/** A list of any length, a part at a time. */
type Pages = AsyncIterable<unknown>;

export function isPaged(answer: unknown): answer is Pages {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}

/**
 * Sends pages as one JSON array. The next page is asked for when the reader has taken the last one, so only one
 * is in memory; a page that cannot be read ends the connection without the closing bracket.
 */
export function sendPages(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: Pages,
  check: (page: unknown) => void,
) {
  const json = Readable.from(writePages(reply, pages, check), { objectMode: false });
  return sendCompressed(request, reply, json);
}

async function* writePages(reply: FastifyReply, pages: Pages, check: (page: unknown) => void) {
  let separator = '[';
  for await (const page of pages) {
    check(page);
    // Written by the schema of the answer, as any other; the brackets are those of the whole list.
    const rows = String(reply.serialize(page)).slice(1, -1);
    if (rows === '') continue;
    yield separator + rows;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
