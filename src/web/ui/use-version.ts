import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError, errorMessage } from '../api.ts';
import { toastError } from './toast.ts';

interface Versioned {
  version: number;
}

interface Conflict<Current, Values> {
  message: string;
  values: Current;
  /** The fields that somebody else has changed. */
  changed: (keyof Values)[];
}

interface Form<Values> {
  getValues(): Values;
  reset(values: Values): void;
}

interface Subject<Current, Values> {
  form: Form<Values>;
  opened: Current;
  schema: z.ZodMiniType<Current>;
  valuesOf: (current: Current) => Values;
}

/**
 * The version that a dialog was opened with, to be sent with a change. Once somebody else turns out to have
 * changed the same thing, their values come into the fields that were left alone here; what was typed stays.
 */
export function useVersion<Current extends Versioned, Values extends object>({
  form,
  opened,
  schema,
  valuesOf,
}: Subject<Current, Values>) {
  const [version, setVersion] = useState(opened.version);
  const [conflict, setConflict] = useState<Conflict<Current, Values>>();
  const seen = useRef(valuesOf(opened));
  return {
    version,
    conflict,
    /** Replaces everything typed by the stored values. */
    takeStoredValues: () => {
      form.reset(seen.current);
      setConflict(undefined);
    },
    clearConflict: () => setConflict(undefined),
    /** Undefined where the error is no version conflict. */
    handleConflict(error: Error, fallback: string): Conflict<Current, Values> | undefined {
      const values = error instanceof ApiError ? schema.safeParse(error.current).data : undefined;
      if (!values) return undefined;
      const before = seen.current;
      const now = valuesOf(values);
      form.reset(mergeNewer(before, form.getValues(), now));
      const changed = differing(before, now);
      const found = { message: errorMessage(error, fallback), values, changed };
      toastError(found.message);
      seen.current = now;
      setVersion(values.version);
      setConflict(found);
      return found;
    },
  };
}

function differing<Values extends object>(one: Values, other: Values): (keyof Values)[] {
  return (Object.keys(other) as (keyof Values)[]).filter((name) => one[name] !== other[name]);
}

/** What was typed where it was changed, and the newer value everywhere else. */
export function mergeNewer<Values extends object>(before: Values, typed: Values, now: Values) {
  const merged = { ...now };
  for (const name of differing(before, typed)) merged[name] = typed[name];
  return merged;
}
