import type { FastifyInstance } from 'fastify';

export interface ForwardingWatch {
  /** Null if no request since startup had an X-Forwarded-For header. */
  last(): 'believed' | 'ignored' | null;
}

/**
 * Behind a proxy that isn’t in TRUSTED_PROXIES, everyone shares one rate limit and one IP in the
 * audit log. Warns only once, because anyone can send the header.
 */
export function watchForwarding(
  app: FastifyInstance,
  { trustsProxies }: { trustsProxies: boolean },
): ForwardingWatch {
  let last: ReturnType<ForwardingWatch['last']> = null;
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['x-forwarded-for'] !== undefined) {
      if (last === null && !trustsProxies) {
        app.log.warn(
          'A request had an X-Forwarded-For header, but TRUSTED_PROXIES isn’t set. If the portal runs behind a proxy, everyone counts as one sender. Set TRUSTED_PROXIES to the IP address of the proxy.',
        );
      }
      // `ips` starts with the peer's address. It contains forwarded addresses only if we trust the
      // peer.
      last = (request.ips?.length ?? 0) > 1 ? 'believed' : 'ignored';
    }
    done();
  });
  return { last: () => last };
}
