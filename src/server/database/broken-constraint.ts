import { DrizzleQueryError } from 'drizzle-orm';

function brokenConstraint(error: unknown): string | undefined {
  const { cause } = error instanceof DrizzleQueryError ? error : {};
  return (cause as { constraint?: string } | undefined)?.constraint;
}

export function isBrokenBy(error: unknown, constraint: string): boolean {
  return brokenConstraint(error) === constraint;
}

/**
 * For a command's `catch`: if a concurrent request caused a constraint violation, turns it into a
 * domain error.
 */
export function toConflictError(errors: Record<string, () => Error>) {
  return (error: unknown): never => {
    throw errors[brokenConstraint(error) ?? '']?.() ?? error;
  };
}
