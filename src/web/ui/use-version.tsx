import { useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, errorMessage } from '../api.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { showFormError } from './form-dialog.tsx';

interface Versioned {
  version: number;
}

interface Conflict<Current, Values> {
  message: string;
  values: Current;
  /** The fields that somebody else has changed. */
  changed: (keyof Values)[];
}

/** A field, its label, and what is stored in it now. */
export type StoredField<Values> = [name: keyof Values, label: string, value: string];

interface Subject<Current, Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  opened: Current;
  valuesOf: (current: Current) => Values;
  describe: (current: Current) => StoredField<Values>[];
  /** What is said of an error for which the server has no words. */
  failed: string;
}

/**
 * The version that a dialog was opened with, to be sent with a change. Once somebody else turns out to have
 * changed the same thing, their values come into the fields that were left alone here; what was typed stays.
 */
export function useVersion<Current extends Versioned, Values extends FieldValues, Output>(
  subject: Subject<Current, Values, Output>,
) {
  const { form, opened, valuesOf, describe, failed } = subject;
  const [version, setVersion] = useState(opened.version);
  const [conflict, setConflict] = useState<Conflict<Current, Values>>();
  const seen = useRef(valuesOf(opened));
  /** Undefined where the error is no version conflict. */
  const handleConflict = (
    error: Error,
    fallback: string,
  ): Conflict<Current, Values> | undefined => {
    // Of the contract's shape, as every answer of the server is.
    const values = error instanceof ApiError ? (error.current as Current | undefined) : undefined;
    if (!values) return undefined;
    const before = seen.current;
    const now = valuesOf(values);
    // With the default values of the opening: what is typed stays something that is not saved.
    form.reset(mergeNewer(before, form.getValues(), now), { keepDefaultValues: true });
    const changed = differing(before, now);
    const found = { message: errorMessage(error, fallback), values, changed };
    seen.current = now;
    setVersion(values.version);
    setConflict(found);
    return found;
  };
  return {
    version,
    handleConflict,
    handleError: (error: Error) => {
      if (!handleConflict(error, failed)) showFormError(form, error, failed);
    },
    clearConflict: () => setConflict(undefined),
    /** Says what somebody else has changed, and offers to take it. */
    notice: conflict && (
      <ConflictNotice
        message={conflict.message}
        differences={describe(conflict.values)
          .filter(([name]) => conflict.changed.includes(name))
          .map(([, label, value]) => [label, value])}
        onUse={() => {
          form.reset(seen.current);
          setConflict(undefined);
        }}
      />
    ),
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
