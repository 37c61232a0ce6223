import { pipeline, Readable } from 'node:stream';
import { constants, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const options = { level: constants.Z_BEST_SPEED };
/** With larger chunks, a long list takes fewer writes to the socket. */
const listOptions = { ...options, chunkSize: 64 * 1024 };
/** Minimum length in characters. Shorter responses fit in a few packets, so compressing them saves little time. */
const threshold = 8 * 1024;
const pageThreshold = 1024;

/** docs/decisions/016-measuring.md explains why we don’t use @fastify/compress. */
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
  // The callback can be empty: `pipeline` destroys both streams if either one fails, and Fastify gets the error from
  // `compressed`.
  const compressed = pipeline(json, createGzip(listOptions), () => {});
  return reply.header('content-encoding', 'gzip').send(compressed);
}

/** RFC 9110, 12.5.3: a coding that isn’t listed has the weight of `*`. */
function prefersGzip({ headers }: FastifyRequest): boolean {
  const weights = new Map((headers['accept-encoding'] ?? '').split(',').map(readCoding));
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  return weightOf('gzip') > 0 && weightOf('gzip') >= weightOf('identity');
}

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
 * Sends pages as one JSON array, reading them one at a time to save memory. If reading fails midway, the connection
 * closes before the closing bracket, so the client can tell that the list is incomplete.
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
    // Serialize with the response schema, and remove the page’s own brackets.
    const rows = String(reply.serialize(page)).slice(1, -1);
    if (rows === '') continue;
    yield separator + rows;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
