import { useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, errorMessage } from '../api.ts';
import { Button } from './button.tsx';
import { FormNotice } from './form-dialog.tsx';

interface Conflict<Current, Values> {
  message: string;
  values: Current;
  /** The fields that somebody else has changed. */
  changed: (keyof Values)[];
}

/** A field, its label, and what is stored in it now. */
export type StoredField<Values> = [name: keyof Values, label: string, value: string];

export interface Stored<Current, Values> {
  /** As it was read when the dialog was opened. */
  version: number;
  valuesOf: (current: Current) => Values;
  describe: (current: Current) => StoredField<Values>[];
}

/**
 * The version that a dialog was opened with, to be sent with a change. Once somebody else turns out to have
 * changed the same thing, their values come into the fields that were left alone here; what was typed stays.
 */
export function useVersion<Current extends { version: number }, Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  opened: Values,
  stored: Stored<Current, Values> | undefined,
) {
  const [version, setVersion] = useState(stored?.version ?? 0);
  const [conflict, setConflict] = useState<Conflict<Current, Values>>();
  const seen = useRef(opened);
  /** Undefined where the error is no version conflict. */
  const handleConflict = (
    error: Error,
    fallback: string,
  ): Conflict<Current, Values> | undefined => {
    // Of the contract's shape, as every answer of the server is.
    const values = error instanceof ApiError ? (error.current as Current | undefined) : undefined;
    if (!values || !stored) return undefined;
    const before = seen.current;
    const now = stored.valuesOf(values);
    // With the default values of the opening: what is typed stays something that is not saved.
    form.reset(mergeNewer(before, form.getValues(), now), { keepDefaultValues: true });
    const changed = differing(before, now);
    const found = { message: errorMessage(error, fallback), values, changed };
    seen.current = now;
    setVersion(values.version);
    setConflict(found);
    return found;
  };
  const differences =
    conflict &&
    stored?.describe(conflict.values).filter(([name]) => conflict.changed.includes(name));
  return {
    version,
    handleConflict,
    clearConflict: () => setConflict(undefined),
    /** Says what somebody else has changed, and offers to take it. Saving again keeps what is typed over theirs. */
    notice: conflict && differences && (
      <FormNotice title={conflict.message}>
        {differences.length > 0 && (
          <>
            <ul className="mt-2 grid gap-1">
              {differences.map(([, label, value]) => (
                <li key={label} className="break-words">
                  {label} is now <strong className="font-semibold">{value}</strong>
                </li>
              ))}
            </ul>
            <Button
              variant="outline"
              size="small"
              className="mt-3"
              onClick={() => {
                form.reset(seen.current);
                setConflict(undefined);
              }}
            >
              Use the newer values
            </Button>
          </>
        )}
      </FormNotice>
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
