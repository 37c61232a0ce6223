import { pipeline, Readable } from 'node:stream';
import { constants, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const options = { level: constants.Z_BEST_SPEED };
/** In characters. Shorter responses fit into a few packets anyway. */
const threshold = 8 * 1024;
const pageThreshold = 1024;

/** Why not @fastify/compress: docs/decisions/016-measuring.md. */
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

function sendCompressed(request: FastifyRequest, reply: FastifyReply, json: Readable) {
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (!prefersGzip(request)) return reply.send(json);
  // The end of either stream destroys the other; errors of the first reach Fastify through the second.
  const compressed = pipeline(json, createGzip(options), () => {});
  return reply.header('content-encoding', 'gzip').send(compressed);
}

/** RFC 9110, 12.5.3: an unnamed coding has the weight of `*`. */
function prefersGzip({ headers }: FastifyRequest): boolean {
  const weights = new Map((headers['accept-encoding'] ?? '').split(',').map(readCoding));
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  return weightOf('gzip') > 0 && weightOf('gzip') >= weightOf('identity');
}

/** Such as `gzip;q=0.5`. A weight that isn’t a number counts as a refusal. */
function readCoding(text: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [coding, weight === undefined ? 1 : Number(weight)];
}

type Pages = AsyncIterable<unknown>;

export function isPaged(answer: unknown): answer is Pages {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}

/**
 * Sends pages as one JSON array. Reads the next page when the last one is sent, so only one is in memory; an error
 * ends the connection without the closing bracket.
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
    // Serialized by the response schema, without the brackets of the page.
    const rows = String(reply.serialize(page)).slice(1, -1);
    if (rows === '') continue;
    yield separator + rows;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
