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
} from '../../contract/endpoint.ts';
import { noSuchThing } from '../../contract/fields.ts';
import { answerSchema } from './answer-schema.ts';
import { Refusal } from './refusal.ts';
import type { Person } from './session.ts';

interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  person: E['access'] extends 'anyone' ? Person | null : Person;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A handler that has sent its answer itself, as a stream or without a body, returns the reply. */
type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E> | FastifyReply>;
export type Handlers<C extends Contract> = { [Name in keyof C]: Handler<C[Name]> };

export interface Front {
  findPerson(request: FastifyRequest): Promise<Person | null>;
  /** Tests hold every answer against its schema; writing it leaves out what the schema lacks anyway. */
  checkAnswers: boolean;
}

export function serve<C extends Contract>(
  app: FastifyInstance,
  calls: C,
  handlers: Handlers<C>,
  front: Front,
): void {
  for (const [name, endpoint] of Object.entries(calls)) {
    const handle = handlers[name] as Handler<Endpoint>;
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: { response: { 200: answerSchema(endpoint.answer) } },
      handler: async (request, reply) => {
        const person = await front.findPerson(request);
        admit(endpoint, person);
        const input = readInput(endpoint, request);
        const answer = await handle({ ...input, person: person as Person, request, reply });
        if (front.checkAnswers && answer !== reply) endpoint.answer.parse(answer);
        return answer;
      },
    });
  }
}

function admit(endpoint: Endpoint, person: Person | null) {
  const verdict = checkAccess(endpoint.access, person);
  if (verdict === 401) throw new Refusal(401, 'Please sign in first.');
  if (verdict === 403) throw new Refusal(403, 'Your account may not do this.');
}

function readInput({ params, query, body }: Endpoint, request: FastifyRequest) {
  return {
    params: read(params, request.params),
    // A stray query is nobody's fault, a stray body is a misunderstanding.
    query: takesNothing(query) ? undefined : read(query, request.query),
    body: read(body, request.body),
  };
}

/** Said by a schema that has no words of its own, whatever language a package has set for all of them. */
const unsaid = 'Invalid input';

function read(schema: z.ZodMiniType, given: unknown): unknown {
  if (takesNothing(schema) && isEmpty(given)) return undefined;
  const result = schema.safeParse(given, { error: () => unsaid });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.message === noSuchThing) throw new Refusal(404, noSuchThing);
  throw new Refusal(400, sentenceOf(issue));
}

/** The schema's own words; where it has none, what the words would be about. */
function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'unrecognized_keys') return `Unknown field: ${issue.keys.join(', ')}`;
  if (issue && issue.message !== unsaid) return issue.message;
  return [unsaid, ...(issue?.path.length ? [issue.path.join('.')] : [])].join(': ');
}

function takesNothing(schema: z.ZodMiniType): boolean {
  return schema.def.type === 'undefined';
}

function isEmpty(given: unknown): boolean {
  return (
    given === undefined || (typeof given === 'object' && Object.keys(given ?? {}).length === 0)
  );
}
