import type { FastifyInstance } from 'fastify';

export type ForwardingWatch = ReturnType<typeof watchForwarding>;

/**
 * Warns if a request seems to come through a proxy but TRUSTED_PROXIES isn't set. In that case, everyone would share
 * one rate limit and one IP address in the audit log. Warns only once, because anyone can send an X-Forwarded-For
 * header.
 */
export function watchForwarding(
  app: FastifyInstance,
  { trustsProxies }: { trustsProxies: boolean },
) {
  /** Whether we used the last X-Forwarded-For header, or null if no request since startup had one. */
  let last: 'believed' | 'ignored' | null = null;
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['x-forwarded-for'] !== undefined) {
      if (last === null && !trustsProxies) {
        app.log.warn(
          'A request had an X-Forwarded-For header, but TRUSTED_PROXIES isn’t set. If the portal runs behind a proxy, everyone counts as one sender. Set TRUSTED_PROXIES to the IP address of the proxy.',
        );
      }
      // `ips` starts with the peer's address. It contains forwarded addresses only if we trust the peer.
      last = (request.ips?.length ?? 0) > 1 ? 'believed' : 'ignored';
    }
    done();
  });
  return { last: () => last };
}
