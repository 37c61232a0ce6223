import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PAGES, SHORT_LINK } from '../../course/pages.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { HttpError } from './errors.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // 'unsafe-inline' is needed because dialogs add an inline style element to lock scrolling.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** These URLs contain a token, so they must not leak in the Referer header. */
const tokenPaths = [PAGES.verify, SHORT_LINK];

/** For PDFs that we show in a frame. The full policy would break the browser’s PDF viewer. */
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

export function writeSecurityTxt({ site, publicUrl }: Services['settings'], now: Date): string {
  const expires = new Date(now.getTime() + 30 * DAY_MS).toISOString();
  const canonical = `${publicUrl}/.well-known/security.txt`;
  return `Contact: mailto:${site.supportEmail}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${canonical}\n`;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Prevents CSRF by checking the Sec-Fetch-Site and Origin headers, which pages can't forge. Skips webhooks, because
 * their signatures are verified.
 */
export function refuseOtherOrigins(app: FastifyInstance, { publicUrl }: { publicUrl: string }) {
  const ownOrigin = new URL(publicUrl).origin;
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method) || request.url.startsWith('/api/webhooks/')) return;
    if (!isOwn(request, ownOrigin))
      throw new HttpError(
        403,
        'This request came from another site. Please use the portal itself.',
      );
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
