import { DrizzleQueryError } from 'drizzle-orm';

function brokenConstraint(error: unknown): string | undefined {
  const { cause } = error instanceof DrizzleQueryError ? error : {};
  return (cause as { constraint?: string } | undefined)?.constraint;
}

export function isBrokenBy(error: unknown, constraint: string): boolean {
  return brokenConstraint(error) === constraint;
}

/**
 * Returns a handler for `catch`. It replaces violations of these constraints, which concurrent requests can cause, with
 * the given errors.
 */
export function toConflictError(errors: Record<string, () => Error>) {
  return (error: unknown): never => {
    throw errors[brokenConstraint(error) ?? '']?.() ?? error;
  };
}
