import { DrizzleQueryError } from 'drizzle-orm';

function brokenConstraint(error: unknown): string | undefined {
  const { cause } = error instanceof DrizzleQueryError ? error : {};
  return (cause as { constraint?: string } | undefined)?.constraint;
}

export function isBrokenBy(error: unknown, constraint: string): boolean {
  return brokenConstraint(error) === constraint;
}

/** Use in a command's `catch`: maps a constraint violation caused by a concurrent request to a domain error. */
export function toConflictError(errors: Record<string, () => Error>) {
  return (error: unknown): never => {
    throw errors[brokenConstraint(error) ?? '']?.() ?? error;
  };
}
