import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from './http-error.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Other sites must not make a signed-in browser act. Browsers say where a request comes from and
 * pages cannot change that; callers without a browser hold no cookie worth stealing.
 * Webhooks come from elsewhere by nature and carry signatures instead.
 */
export function refuseOtherOrigins(
  app: FastifyInstance,
  { publicUrl }: { publicUrl: string },
): void {
  const ownOrigin = new URL(publicUrl).origin;
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method) || request.url.startsWith('/api/webhooks/')) return;
    if (!isOwn(request, ownOrigin))
      throw new HttpError(403, 'This request came from another site.');
  });

  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });
}

function isOwn({ headers }: FastifyRequest, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site) return site === 'same-origin' || site === 'none';
  return headers.origin === undefined || headers.origin === ownOrigin;
}
