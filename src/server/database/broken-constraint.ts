import { DrizzleQueryError } from 'drizzle-orm';

/** The name of the constraint that refused a change, where it was one that did. */
function brokenConstraint(error: unknown): string | undefined {
  const { cause } = error instanceof DrizzleQueryError ? error : {};
  return (cause as { constraint?: string } | undefined)?.constraint;
}

export function isBrokenBy(error: unknown, constraint: string): boolean {
  return brokenConstraint(error) === constraint;
}

/**
 * For the `catch` of a command. Two requests at once pass the same checks, and the database lets only the
 * first through: its constraint becomes the error that the map has for it. Any other error stays what it is.
 */
export function toConflictError(errors: Record<string, () => Error>) {
  return (error: unknown): never => {
    throw errors[brokenConstraint(error) ?? '']?.() ?? error;
  };
}
