import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { pathId } from '../../contract/fields.ts';
import { DomainError } from '../platform/errors.ts';
import { answerErrors } from './errors.ts';
import { compileWriter, responseSchema } from './response-schema.ts';
import { type Handlers, type RouteContext, serve } from './serve.ts';
import type { SessionPerson } from './session.ts';

const calls = {
  greet: endpoint('POST /api/greet/:id', {
    summary: 'greet',
    access: 'staff',
    params: z.object({ id: pathId }),
    query: z.object({ loud: z.optional(z.literal('yes')) }),
    body: z.strictObject({ name: z.string().check(z.minLength(1, 'A name is required')) }),
    response: z.object({ text: z.string(), note: z.nullable(z.string()) }),
  }),
  leave: endpoint('POST /api/leave', {
    summary: 'leave',
    access: 'anyone',
    response: z.object({ text: z.string() }),
  }),
  count: endpoint('POST /api/count', {
    summary: 'count',
    access: 'anyone',
    response: z.array(z.object({ number: z.int() })),
  }),
};

const teacher = { id: 1, role: 'teacher', isAdmin: false, usesStaffLink: false } as SessionPerson;
let app: FastifyInstance;
let person: SessionPerson | null = teacher;
let leaving: unknown = { text: 'bye' };
let counted: object[][] = [];

function build(context: Partial<RouteContext>): FastifyInstance {
  const built = fastify();
  answerErrors(built);
  const handlers: Handlers<typeof calls> = {
    async greet({ params, query, body }) {
      const text = `${params.id + 1} ${body.name}${query.loud ? '!' : ''}`;
      return { text, note: null, secret: 'never sent' } as { text: string; note: null };
    },
    leave: async () => {
      if (leaving instanceof Error) throw leaving;
      return leaving as { text: string };
    },
    count: async () =>
      (async function* () {
        yield* counted as { number: number }[][];
      })(),
  };
  const defaults = { app: built, findPerson: async () => person, checkResponses: false };
  serve({ ...defaults, ...context }, calls, handlers);
  return built;
}

beforeAll(() => {
  app = build({});
});
afterAll(() => app.close());

async function post(url: string, payload?: object, to = app) {
  const answer = await to.inject({ method: 'POST', url, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

test('input has the contract’s types, and fields missing from the response schema are dropped', async () => {
  expect(await post('/api/greet/41?loud=yes&stray=1', { name: 'Ada' })).toEqual({
    status: 200,
    body: { text: '42 Ada!', note: null },
  });
});

test('invalid input is rejected with the first message of its schema and the field name', async () => {
  expect(await post('/api/greet/1', { name: '' })).toEqual({
    status: 400,
    body: { message: 'A name is required', field: 'name' },
  });
  expect((await post('/api/greet/1', { name: 7 })).body.message).toBe(
    'Please check this value: name',
  );
  expect((await post('/api/greet/1')).status).toBe(400);
});

test('a field unknown to the contract is rejected', async () => {
  const { status, body } = await post('/api/greet/1', { name: 'Ada', isAdmin: true });
  expect(status).toBe(400);
  expect(body.message).toBe('Unknown field: isAdmin');
});

test('a malformed ID returns 404', async () => {
  for (const id of ['0', '-1', '1.5', 'x', '99999999999']) {
    expect((await post(`/api/greet/${id}`, { name: 'Ada' })).status).toBe(404);
  }
});

test('an unauthorized call is refused before its input is validated', async () => {
  person = null;
  expect((await post('/api/greet/x')).status).toBe(401);
  person = { ...teacher, role: 'student' };
  expect((await post('/api/greet/x')).status).toBe(403);
  person = teacher;
});

test('a change from a page that was loaded for another person is rejected', async () => {
  const leaveAs = async (id: string) =>
    (await app.inject({ method: 'POST', url: '/api/leave', headers: { 'x-user-id': id } }))
      .statusCode;
  expect(await leaveAs(String(teacher.id))).toBe(200);
  expect(await leaveAs(String(teacher.id + 1))).toBe(412);
});

test('a call without input accepts an empty body and rejects any other', async () => {
  expect((await post('/api/leave')).body).toEqual({ text: 'bye' });
  expect((await post('/api/leave', {})).body).toEqual({ text: 'bye' });
  expect((await post('/api/leave', { really: true })).status).toBe(400);
});

test('a response that breaks its schema throws when responses are checked', async () => {
  const strict = build({ checkResponses: true });
  leaving = { text: 7 };
  expect((await post('/api/leave', undefined, strict)).status).toBe(500);
  expect((await post('/api/leave')).body).toEqual({ text: '7' });
  leaving = { text: 'bye' };
  expect((await post('/api/leave', undefined, strict)).status).toBe(200);
});

test('a refusal that the call does not declare throws when responses are checked', async () => {
  leaving = new DomainError('gone');
  const strict = build({ checkResponses: true });
  expect((await post('/api/leave')).status).toBe(409);
  expect((await post('/api/leave', undefined, strict)).status).toBe(500);
  leaving = { text: 'bye' };
});

test('pages are sent as one list, without fields missing from the schema', async () => {
  expect(await post('/api/count')).toEqual({ status: 200, body: [] });
  counted = [[], [{ number: 1, secret: 'never sent' }, { number: 2 }], [], [{ number: 3 }]];
  const numbers = [{ number: 1 }, { number: 2 }, { number: 3 }];
  expect(await post('/api/count')).toEqual({ status: 200, body: numbers });
});

test('a page that breaks its schema throws when responses are checked', async () => {
  counted = [[{ number: 1.5 }]];
  expect((await post('/api/count', undefined, build({ checkResponses: true }))).status).toBe(500);
});

test('a missing and a surplus handler do not compile', () => {
  const greet = async () => ({ text: '', note: null });
  const leave = async () => ({ text: 'bye' });
  const count = async () => [];
  type Wanted = Handlers<typeof calls>;
  // @ts-expect-error: greet has no handler
  const missing: Wanted = { leave, count };
  // @ts-expect-error: wave isn’t a call
  const surplus: Wanted = { greet, leave, count, wave: leave };
  expect([missing, surplus]).toHaveLength(2);
});

test('a serializer is compiled once, no matter how many routes use it', () => {
  const writers = [1, 2].map(() => compileWriter({ schema: responseSchema(calls.greet.response) }));
  expect(writers[0]).toBe(writers[1]);
  expect(writers[0]?.({ text: 'a', note: null, secret: 'never sent' })).toBe(
    '{"text":"a","note":null}',
  );
});
