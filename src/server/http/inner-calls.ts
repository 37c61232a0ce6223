import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkAccess, type Endpoint } from '../../contract/endpoint.ts';
import type { PageCall } from '../../contract/page-calls.ts';
import { compileWriter } from './response-schema.ts';
import type { SessionPerson } from './session.ts';

/** How `serve` answers a call that only reads. */
export interface ReadCall {
  endpoint: Endpoint;
  schema: Record<string, unknown>;
  answer(query: Record<string, string>, caller: Caller): Promise<unknown>;
}

export interface Caller {
  person: SessionPerson;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface InnerAnswer {
  value: unknown;
  /** Written by the contract's schema, as for anybody who makes the call. */
  json: string;
}

/** Calls that the server makes by itself, for a page that it sends: the same access, input, handler and schema. */
export function openInnerCalls() {
  const calls = new Map<string, ReadCall>();
  return {
    add(call: ReadCall): void {
      calls.set(`${call.endpoint.method} ${call.endpoint.path}`, call);
    },

    /** Undefined where the person may not make the call. */
    async read({ call, query = {} }: PageCall, caller: Caller): Promise<InnerAnswer | undefined> {
      const found = calls.get(call);
      if (!found) throw new Error(`A page names ${call}, which nobody answers.`);
      if (checkAccess(found.endpoint, caller.person) !== 'allowed') return undefined;
      const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
      const value = await found.answer(Object.fromEntries(texts), caller);
      return { value, json: compileWriter(found)(value) };
    },
  };
}

export type InnerCalls = ReturnType<typeof openInnerCalls>;
