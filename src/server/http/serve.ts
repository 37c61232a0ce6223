import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import {
  type AnswerOf,
  type BodyOf,
  type Contract,
  checkAccess,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  refusalsOf,
  takes,
} from '../../contract/endpoint.ts';
import { listUnknown, noSuchThing, strangeCharacters } from '../../contract/fields.ts';
import { ownSignInNeeded } from '../../contract/sign-in-words.ts';
import type { Viewer } from '../database/viewer.ts';
import { type Actor, actVia } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import { isPaged, sendPages } from './compression.ts';
import { HttpError } from './errors.ts';
import { describedStatuses } from './openapi.ts';
import type { Caller, InnerCalls } from './page-answers.ts';
import { compileWriter, responseSchema } from './response-schema.ts';
import type { SessionPerson } from './session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    person: SessionPerson | null;
  }
}

export function sendCsv(reply: FastifyReply, name: string, pages: AsyncIterable<string>) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(pages, { objectMode: false }));
}

export const saying = (message: string) => () => ({ message });

interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  version: number | undefined;
  requestKey: string | undefined;
  person: E['access'] extends 'anyone' ? SessionPerson | null : SessionPerson;
  actor: E['access'] extends 'anyone' ? undefined : Actor;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Returns the response, an iterable of pages for a long list, or `reply` if the handler sent the response itself. */
type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<AnswerOf<E> | AsyncIterable<AnswerOf<E>> | FastifyReply>;
export type Handlers<C extends Contract> = { [Name in keyof C]: Handler<C[Name]> };

export interface RouteContext {
  app: FastifyInstance;
  findPerson(request: FastifyRequest): Promise<SessionPerson | null>;
  /** True in tests, where we validate responses. In production, we only drop undeclared fields. */
  checkResponses: boolean;
  innerCalls?: InnerCalls;
}

export function serve<C extends Contract>(context: RouteContext, calls: C, handlers: Handlers<C>) {
  const { app } = context;
  if (!app.hasRequestDecorator('person')) app.decorateRequest('person', null);
  for (const [name, endpoint] of Object.entries(calls)) {
    const handle = handlers[name] as Handler<Endpoint>;
    const schema = responseSchema(endpoint.response);
    const check = (part: unknown) => context.checkResponses && endpoint.response.parse(part);
    if (endpoint.method === 'GET') {
      const answer = async (query: Record<string, string>, caller: Caller) => {
        const asked = { params: {}, query, body: undefined, headers: {} };
        const actor = { id: caller.person.id, ip: caller.request.ip };
        const value = await handle({ ...readInput(endpoint, asked), ...caller, actor });
        check(value);
        return value;
      };
      context.innerCalls?.add({ endpoint, schema, answer });
    }
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: { response: { 200: schema } },
      serializerCompiler: compileWriter,
      ...(endpoint.maxBodyBytes && { bodyLimit: endpoint.maxBodyBytes }),
      ...(context.checkResponses && { onSend: checkRefusal(endpoint) }),
      onRequest: async (request) => {
        const person = await context.findPerson(request);
        request.person = person;
        admit(endpoint, person);
        refuseForOther(request, person);
      },
      handler: async (request, reply) => {
        const input = readInput(endpoint, request);
        const person = request.person as SessionPerson;
        const actor = { id: person?.id, ip: request.ip };
        const act = () => handle({ ...input, person, actor, request, reply });
        const answer = await (person?.usesStaffLink ? actVia('staff link', act) : act());
        if (isPaged(answer)) return sendPages(request, reply, answer, check);
        // A handler that returned `reply` sent the response itself, so there is nothing to check.
        if (answer !== reply && !reply.sent) check(answer);
        return answer;
      },
    });
  }
}

/** In tests, turns an undeclared error response into a 500. */
function checkRefusal(endpoint: Endpoint) {
  const named = refusalsOf(endpoint);
  return async (_request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const { statusCode } = reply;
    if (!describedStatuses.includes(statusCode) || named.includes(statusCode)) return payload;
    reply.code(500);
    return JSON.stringify({ message: `${endpoint.key} does not declare ${statusCode}` });
  };
}

function admit(endpoint: Endpoint, person: SessionPerson | null) {
  const access = checkAccess(endpoint, person);
  if (access === 'sign-in') throw new HttpError(401, 'Please sign in first.');
  if (access === 'forbidden') throw new HttpError(403, 'Your account doesn’t have access to this.');
  if (access === 'passkey') throw new DomainError('passkey-needed');
  if (access === 'confirm') {
    throw new DomainError('confirmation-needed', { current: { confirm: true } });
  }
  if (access === 'own-sign-in') throw new HttpError(403, ownSignInNeeded);
}

/**
 * Pages send the ID of the user they were loaded for. If someone else has since signed in on another tab, we reject the
 * request, so that we don't save anything in that person’s name.
 */
function refuseForOther({ headers }: FastifyRequest, person: Viewer | null) {
  const meant = headers['x-user-id'];
  if (!person || meant === undefined || meant === String(person.id)) return;
  throw new HttpError(
    412,
    'Someone else has signed in on this browser, so we didn’t save your changes. Please reload the page.',
  );
}

function readInput(
  endpoint: Endpoint,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body' | 'headers'>,
) {
  const { params, query, body, current, takesRequestKey } = endpoint;
  return {
    params: read(params, request.params),
    query: takes(query) ? read(query, request.query) : undefined,
    body: read(body, request.body),
    version: current && readVersion(request.headers['if-match']),
    requestKey: takesRequestKey ? readRequestKey(request.headers['idempotency-key']) : undefined,
  };
}

function readRequestKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined || (typeof header === 'string' && /^[\x21-\x7e]{8,64}$/.test(header))) {
    return header;
  }
  throw new HttpError(400, 'Idempotency-Key must have 8 to 64 characters and no spaces.');
}

function readVersion(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined;
  const [, version] = header.match(/^"(\d{1,9})"$/) ?? [];
  if (version === undefined) {
    throw new HttpError(400, 'If-Match must be the version in quotation marks, such as "3".');
  }
  return Number(version);
}

const defaultMessage = 'Please check this value';

function read(schema: z.ZodMiniType, given: unknown): unknown {
  if (!takes(schema) && isEmpty(given)) return undefined;
  refuseLoneSurrogates(given);
  const result = schema.safeParse(given, { error: () => defaultMessage });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.message === noSuchThing) throw new HttpError(404, noSuchThing);
  throw new HttpError(400, sentenceOf(issue), fieldOf(issue?.path[0]));
}

/** Rejects lone surrogates, because PostgreSQL can't store them in JSON or text. */
function refuseLoneSurrogates(given: unknown): void {
  const fields = typeof given === 'object' ? Object.entries(given ?? {}) : [['', given]];
  for (const [name, value] of fields) {
    if (hasLoneSurrogate([name, value])) throw new HttpError(400, strangeCharacters, fieldOf(name));
  }
}

/** Uses a loop, because recursion into a deeply nested body could overflow the call stack. */
function hasLoneSurrogate(given: unknown): boolean {
  const waiting = [given];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && !value.isWellFormed()) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const entry of Object.entries(value)) waiting.push(...entry);
  }
  return false;
}

const fieldOf = (name: unknown) =>
  typeof name === 'string' && /^\w{1,40}$/.test(name) ? name : undefined;

function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'unrecognized_keys') return `Unknown field: ${listUnknown(issue.keys)}`;
  if (issue && issue.message !== defaultMessage) return issue.message;
  return [defaultMessage, ...(issue?.path.length ? [issue.path.join('.')] : [])].join(': ');
}

function isEmpty(given: unknown): boolean {
  return (
    given === undefined || (typeof given === 'object' && Object.keys(given ?? {}).length === 0)
  );
}
