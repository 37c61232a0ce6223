import type { FastifyInstance } from 'fastify';
import { PAGES, SHORT_LINK } from '../../course/pages.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // Dialogs lock the page's scrolling by a style element of their own.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Pages whose address holds a token, which no other site is to learn. */
const tokenPaths = [PAGES.verify, SHORT_LINK];

/**
 * For a document that our own pages show in a frame. No more than this: browsers show a PDF by means of a
 * page of their own, which the policy of ours would cripple.
 */
export const framedByUs = {
  'content-security-policy': "frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
};

export function addSecurityHeaders(app: FastifyInstance, { isHttps }: { isHttps: boolean }): void {
  const always: Record<string, string> = {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
  if (isHttps) always['strict-transport-security'] = 'max-age=63072000; includeSubDomains';

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    const hasToken = tokenPaths.some((path) => request.url.startsWith(path));
    if (hasToken) reply.header('referrer-policy', 'no-referrer');
    done();
  });
}
