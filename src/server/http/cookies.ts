import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Only the server reads these cookies. Over https browsers keep them from every other host. */
export function openCookies({ isHttps }: { isHttps: boolean }) {
  const fullName = (name: string) => (isHttps ? `__Host-${name}` : name);
  const secure = isHttps ? '; Secure' : '';
  return {
    read(request: FastifyRequest, name: string): string | undefined {
      const start = `${fullName(name)}=`;
      return request.headers.cookie
        ?.split(';')
        .map((pair) => pair.trim())
        .find((pair) => pair.startsWith(start))
        ?.slice(start.length);
    },
    write(reply: FastifyReply, name: string, value: string, seconds: number): void {
      const life = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
      reply.header('set-cookie', `${fullName(name)}=${value}; ${life}`);
    },
  };
}

export type Cookies = ReturnType<typeof openCookies>;

/** What the database keeps of a secret that only its holder knows. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
