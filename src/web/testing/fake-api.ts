import { vi } from 'vitest';
import type { EndpointKey, ResponseTo } from '../../contract/contract.ts';

export class Refusal {
  readonly status: number;
  readonly body: { message: string; field?: string; current?: unknown };

  constructor(status: number, message: string, more: { field?: string; current?: unknown } = {}) {
    this.status = status;
    this.body = { message, ...more };
  }
}

interface Call {
  endpoint: EndpointKey;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  requestKey: string | null;
}

type Reply<E extends EndpointKey> = ResponseTo<E> | Refusal | typeof offline;
type Answer<E extends EndpointKey> = Reply<E> | ((call: Call) => Reply<E> | Promise<Reply<E>>);
export type Answers = { [E in EndpointKey]?: Answer<E> };

export const offline = Symbol('offline');

/** Requests without an answer fail as if the user were offline. */
export function fakeApi(answers: Answers, now: () => Date) {
  const calls: Call[] = [];
  const patterns = (Object.keys(answers) as EndpointKey[]).map(toPattern);
  const find = (method: string, path: string) =>
    patterns.find((one) => one.method === method && one.path.test(path));

  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const { method = 'GET' } = init;
    const respond = (body: unknown, status = 200) => {
      const headers = { 'x-server-time': now().toISOString(), 'content-type': 'application/json' };
      return new Response(JSON.stringify(body), { status, headers });
    };
    // The app uses these paths to check the connection.
    if (pathname === '/healthz' || pathname === '/favicon.svg') return respond({});
    const found = find(method, pathname);
    if (!found) throw new TypeError(`The test has no answer for ${method} ${pathname}.`);
    const call: Call = {
      endpoint: found.endpoint,
      params: found.path.exec(pathname)?.groups ?? {},
      query: Object.fromEntries(searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      requestKey: new Headers(init.headers).get('idempotency-key'),
    };
    calls.push(call);
    const answer = answers[found.endpoint] as Answer<EndpointKey>;
    const reply = typeof answer === 'function' ? await answer(call) : answer;
    if (reply === offline) throw new TypeError('Failed to fetch');
    return reply instanceof Refusal ? respond(reply.body, reply.status) : respond(reply);
  });

  return {
    calls: (endpoint: EndpointKey) => calls.filter((call) => call.endpoint === endpoint),
    changes: () => calls.filter(({ endpoint }) => !endpoint.startsWith('GET ')),
  };
}

function toPattern(endpoint: EndpointKey) {
  const [method = '', path = ''] = endpoint.split(' ');
  const source = path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  return { endpoint, method, path: new RegExp(`^${source}$`) };
}
