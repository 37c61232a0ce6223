import { expect } from 'vitest';
import type { Message } from '../../src/sandbox/outbox.ts';

/** If the sandbox runs in this process, we read its messages without a request. */
interface World {
  sandbox: { url: string; messages?(): Message[] };
}

export function openClient(portal: { url: string }, cookies: Record<string, string> = {}) {
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const answer = await fetch(portal.url + path, {
      method,
      headers: {
        cookie: Object.entries(cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = line.match(/^([^=]+)=([^;]*)/) ?? [];
      if (value) cookies[name] = value;
      else delete cookies[name];
    }
    // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the answer
    return { status: answer.status, body: (await answer.json()) as any, headers: answer.headers };
  }
  return {
    cookies,
    get: (path: string) => send('GET', path),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      send('POST', path, body, headers),
    put: (path: string, body?: unknown) => send('PUT', path, body),
    patch: (path: string, body?: unknown, headers?: Record<string, string>) =>
      send('PATCH', path, body, headers),
    delete: (path: string, headers?: Record<string, string>) =>
      send('DELETE', path, undefined, headers),
  };
}

export async function outboxOf({ sandbox }: World): Promise<Message[]> {
  return (
    sandbox.messages?.() ?? ((await (await fetch(`${sandbox.url}/outbox`)).json()) as Message[])
  );
}

export async function messageTo(portal: World, recipient: string, seen = 0): Promise<Message> {
  const arrived = async () =>
    (await outboxOf(portal)).filter(({ to }) => to.toLowerCase() === recipient.toLowerCase());
  await expect
    .poll(async () => (await arrived()).length, { timeout: 30_000 })
    .toBeGreaterThan(seen);
  const [newest] = await arrived();
  if (!newest) throw new Error(`no message to ${recipient}`);
  return newest;
}

export function tokenIn({ links }: Message): string {
  return tokenOf(links[0] ?? '');
}

/** Returns the six digits that come with a login link, or an empty string. */
export function codeIn({ text }: Message): string {
  return text.match(/^(?:@\S+ #)?(\d{6})$/m)?.[1] ?? '';
}

export function tokenOf(link: string): string {
  const { pathname, searchParams } = new URL(link);
  return pathname.match(/^\/s\/(.+)$/)?.[1] ?? searchParams.get('token') ?? '';
}
