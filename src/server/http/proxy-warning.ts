import type { FastifyInstance } from 'fastify';

export interface ForwardingWatch {
  /** What became of the last X-Forwarded-For since this node started; null if none came. */
  last(): 'believed' | 'ignored' | null;
}

/**
 * A proxy in front that TRUSTED_PROXIES does not name makes everybody one sender: they share one limit
 * and one IP in the audit log. Where it names none this is said once, since anybody can send the header.
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
          'A request came with X-Forwarded-For, but TRUSTED_PROXIES is not set: if there is a proxy in front, everybody behind it counts as one sender.',
        );
      }
      // The peer comes first; what it forwards follows only if it is trusted.
      last = (request.ips?.length ?? 0) > 1 ? 'believed' : 'ignored';
    }
    done();
  });
  return { last: () => last };
}
