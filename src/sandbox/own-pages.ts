import type { FastifyInstance, FastifyRequest } from 'fastify';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Other sites in the same browser must not reach the outbox by a name of their own, move the clock with a form, or show
 * a page of ours in theirs. The portal is no browser, and says nothing of where it calls from.
 */
export function refuseOtherSites(app: FastifyInstance, host: string): void {
  const names = ['localhost', '127.0.0.1', '[::1]', host];
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': "frame-ancestors 'self'",
    });
    if (!names.includes(request.hostname.replace(/:\d+$/, '')))
      return reply.status(421).send({ message: 'This sandbox answers on localhost only.' });
    if (!safeMethods.has(request.method) && !isOwn(request))
      return reply.status(403).send({ message: 'This request came from another site.' });
  });
}

function isOwn({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site) return site === 'same-origin' || site === 'none';
  return headers.origin === undefined || headers.origin === `http://${host}`;
}
