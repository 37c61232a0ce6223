import type { FastifyInstance, FastifyRequest } from 'fastify';

type Hear = (headers: FastifyRequest['headers'], body: Buffer) => Promise<object>;

/** For what another site tells: its signature is over the very bytes, so in here bodies are not parsed. */
export function hearSigned(app: FastifyInstance, path: string, hear: Hear): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Body: Buffer | undefined }>(path, ({ headers, body }) =>
      hear(headers, body ?? Buffer.alloc(0)),
    );
  });
}
