import type { z } from 'zod';

/**
 * A vendor's answer as its schema has it. Whatever does not fit (half of it, a proxy's page, another shape) is
 * an error, so that no caller takes it for an answer in which there is nothing.
 */
export function readAnswer<Answer>(
  schema: z.ZodType<Answer>,
  text: string,
  complain: (what: string) => Error,
): Answer {
  const { data, error } = schema.safeParse(readJson(text));
  if (!error) return data;
  // Only where it does not fit: the value may be somebody's name or address.
  const path = error.issues[0]?.path.join('.');
  throw complain(path ? `its ${path} is missing or wrong` : 'it is not the JSON that was expected');
}

/** Undefined for what is no JSON; every schema of an object or a list refuses that. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
