import { DrizzleQueryError } from 'drizzle-orm';

/** The name of the constraint that refused a change, where it was one that did. */
export function brokenConstraint(error: unknown): string | undefined {
  const { cause } = error instanceof DrizzleQueryError ? error : {};
  return (cause as { constraint?: string } | undefined)?.constraint;
}
