import cookiePlugin from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Reads the Cookie header of every request, and writes the cookies that a handler has set. */
export function parseCookies(app: FastifyInstance): void {
  app.register(cookiePlugin);
}

/** Cookies that no script can read. Over https, the prefix `__Host-` keeps them from every other host. */
export function openCookies({ isHttps }: { isHttps: boolean }) {
  const fullName = (name: string) => (isHttps ? `__Host-${name}` : name);
  return {
    fullName,
    read(request: FastifyRequest, name: string): string | undefined {
      return request.cookies[fullName(name)];
    },
    write(reply: FastifyReply, name: string, value: string, seconds: number): void {
      const attributes = { path: '/', maxAge: seconds, httpOnly: true, sameSite: 'lax' } as const;
      reply.setCookie(fullName(name), value, { ...attributes, secure: isHttps });
    },
  };
}

export type Cookies = ReturnType<typeof openCookies>;
