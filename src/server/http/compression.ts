import type { Readable } from 'node:stream';
import { constants, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const quickly = { level: constants.Z_BEST_SPEED };
/** Below this a phone gains less than the work costs. */
const long = 8 * 1024;

const takesGzip = ({ headers }: FastifyRequest) =>
  /\bgzip\b/.test(headers['accept-encoding'] ?? '');

/** Squeezes answers that are long, such as the list of all classes, on the way out. */
export function compressLongAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < long) return done(null, payload);
    reply.header('vary', 'accept-encoding');
    if (!takesGzip(request)) return done(null, payload);
    reply.header('content-encoding', 'gzip');
    gzip(payload, quickly, done);
  });
}

/** For long answers that the database writes: squeezed on the way, quickly rather than tightly. */
export function sendCompressed(request: FastifyRequest, reply: FastifyReply, json: Readable) {
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (!takesGzip(request)) return reply.send(json);
  const squeezed = createGzip(quickly);
  json.on('error', (error) => squeezed.destroy(error));
  squeezed.on('close', () => json.destroy());
  return reply.header('content-encoding', 'gzip').send(json.pipe(squeezed));
}
