import { pipeline, Readable } from 'node:stream';
import { constants, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const options = { level: constants.Z_BEST_SPEED };
/** In characters. A shorter answer fits into few packets, and compressing it saves none. */
const threshold = 8 * 1024;
/** Everything else waits for the page. */
const pageThreshold = 1024;

/**
 * Compresses pages and long answers, such as the list of all classes, off the event loop and with their length.
 * Why not @fastify/compress: docs/decisions/016-measuring.md.
 */
export function compressLongAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    const isLong = (text: string) => text.length >= (isPage ? pageThreshold : threshold);
    if (typeof payload !== 'string' || !isLong(payload)) return done(null, payload);
    reply.header('vary', 'accept-encoding');
    if (!prefersGzip(request)) return done(null, payload);
    reply.header('content-encoding', 'gzip');
    gzip(payload, options, done);
  });
}

/** Compresses a stream while it is read, in flat memory. */
export function sendCompressed(request: FastifyRequest, reply: FastifyReply, json: Readable) {
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (!prefersGzip(request)) return reply.send(json);
  // The end of either stream destroys the other; an error of the first reaches Fastify through the second.
  const compressed = pipeline(json, createGzip(options), () => {});
  return reply.header('content-encoding', 'gzip').send(compressed);
}

/**
 * Whether gzip is accepted and not less welcome than a plain answer (RFC 9110, 12.5.3). What is not named has the
 * weight of `*`; without either, gzip counts as refused and a plain answer as the last resort.
 */
function prefersGzip({ headers }: FastifyRequest): boolean {
  const weights = new Map((headers['accept-encoding'] ?? '').split(',').map(readCoding));
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  return weightOf('gzip') > 0 && weightOf('gzip') >= weightOf('identity');
}

/** Such as `gzip;q=0.5`. A weight that is no number counts as a refusal. */
function readCoding(text: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [coding, weight === undefined ? 1 : Number(weight)];
}

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
