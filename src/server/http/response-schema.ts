import * as z from 'zod/mini';

type JsonSchema = Record<string, unknown>;

/**
 * The JSON schema by which an answer is written. Fields it does not name never leave, however much
 * a handler returns.
 */
export function responseSchema(answer: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(answer, {
    target: 'draft-7',
    io: 'output',
    override: ({ jsonSchema }) => makeNullable(jsonSchema as JsonSchema),
  }) as JsonSchema;
}

/** "This or null" as a flag: as a choice of two, the writer would have to test every value. */
function makeNullable(schema: JsonSchema) {
  const choices = schema.anyOf as JsonSchema[] | undefined;
  const [value, other] = choices ?? [];
  if (choices?.length !== 2 || !value || other?.type !== 'null') return;
  delete schema.anyOf;
  Object.assign(schema, value, { nullable: true });
}
