import fastJsonStringify from 'fast-json-stringify';
import * as z from 'zod/mini';

type JsonSchema = Record<string, unknown>;
type Writer = (answer: unknown) => string;

const schemas = new WeakMap<z.ZodMiniType, JsonSchema>();
const writers = new WeakMap<JsonSchema, Writer>();

/**
 * Converts a response's Zod schema to JSON Schema. Serializing with it drops all fields that the contract doesn't list.
 */
export function responseSchema(answer: z.ZodMiniType): JsonSchema {
  const known = schemas.get(answer);
  if (known) return known;
  const schema = z.toJSONSchema(answer, {
    target: 'draft-7',
    io: 'output',
    override: ({ jsonSchema }) => makeNullable(jsonSchema as JsonSchema),
  }) as JsonSchema;
  schemas.set(answer, schema);
  return schema;
}

/** Caches the compiled schema, because Fastify would compile it again for every route. */
export function compileWriter(route: { schema?: unknown }): Writer {
  const schema = route.schema as JsonSchema;
  const known = writers.get(schema);
  if (known) return known;
  const writer: Writer = fastJsonStringify(schema);
  writers.set(schema, writer);
  return writer;
}

/** Replaces `anyOf` with a `nullable` flag, which is faster, because `anyOf` validates every value at runtime. */
function makeNullable(schema: JsonSchema) {
  const choices = schema.anyOf as JsonSchema[] | undefined;
  const [value, other] = choices ?? [];
  if (choices?.length !== 2 || !value || other?.type !== 'null') return;
  delete schema.anyOf;
  Object.assign(schema, value, { nullable: true });
}
