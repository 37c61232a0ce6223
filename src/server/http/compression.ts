import type { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** For long answers that the database writes: squeezed on the way, quickly rather than tightly. */
export function sendCompressed(request: FastifyRequest, reply: FastifyReply, json: Readable) {
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(json);
  const squeezed = createGzip({ level: constants.Z_BEST_SPEED });
  json.on('error', (error) => squeezed.destroy(error));
  squeezed.on('close', () => json.destroy());
  return reply.header('content-encoding', 'gzip').send(json.pipe(squeezed));
}
